import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARS = 10;
const RANDOM_CHARS = 16;

/**
 * A new opaque id: `prefix_` + 10 characters of time (ms) + 16 of randomness (80 bits), lower-case
 * Crockford base 32. Ids of one prefix sort by the time of their making; nothing else may be read from them.
 */
export function newId(prefix: string, now: number = Date.now()): string {
  return `${prefix}_${timePart(now)}${randomPart()}`;
}

function timePart(now: number): string {
  let rest = now;
  let text = '';
  for (let i = 0; i < TIME_CHARS; i++) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function randomPart(): string {
  let text = '';
  for (const byte of randomBytes(RANDOM_CHARS)) text += ALPHABET.charAt(byte & 31);
  return text;
}
