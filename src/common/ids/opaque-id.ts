import { randomBytes, randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARS = 10;
const RANDOM_CHARS = 12;
const COUNTER_CHARS = 4;
const COUNTER_LIMIT = 32 ** COUNTER_CHARS;

let last = { now: -1, random: '', counter: 0 };

/**
 * A new opaque id: `prefix_` + 10 characters of time (ms) + 12 of randomness (60 bits) + 4 that count within the
 * millisecond, in lower-case Crockford base 32. Ids with the same prefix from one process sort in the order of their
 * creation. Nothing else may be read from an id except its time (`firstIdAt`, `timeOfId`).
 */
export function newId(prefix: string, now: number = Date.now()): string {
  const isSameMoment = now === last.now && last.counter + 1 < COUNTER_LIMIT;
  last = isSameMoment
    ? { ...last, counter: last.counter + 1 }
    : { now, random: charsOf(drawn(RANDOM_CHARS)), counter: 0 };
  return `${prefix}_${base32(now, TIME_CHARS)}${last.random}${base32(last.counter, COUNTER_CHARS)}`;
}

/**
 * The lower bound of the ids with that prefix that are made at this time (epoch ms) or later; it sorts after all
 * earlier ones.
 */
export const firstIdAt = (prefix: string, at: number): string =>
  `${prefix}_${base32(Math.max(0, at), TIME_CHARS)}`;

/** The time in an id, or in the part of it after its prefix; epoch ms. */
export const timeOfId = (id: string): number =>
  Array.from(id.slice(id.indexOf('_') + 1, id.indexOf('_') + 1 + TIME_CHARS)).reduce(
    (time, digit) => time * 32 + ALPHABET.indexOf(digit),
    0,
  );

/** The last `length` digits of a whole number, lower-case Crockford base 32. */
export function base32(value: number, length: number): string {
  let rest = value;
  let text = '';
  for (let i = 0; i < length; i++) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Characters with 5 random bits each. */
export function randomChars(count: number): string {
  return charsOf(randomBytes(count));
}

function charsOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += ALPHABET.charAt(byte & 31);
  return text;
}

/**
 * Random bytes for ids, which are not secrets. Many are fetched at a time, because the call to the system is the
 * expensive part.
 */
const supply = new Uint8Array(1024 * RANDOM_CHARS);
let used = supply.length;

function drawn(count: number): Uint8Array {
  if (used + count > supply.length) {
    randomFillSync(supply);
    used = 0;
  }
  return supply.subarray(used, (used += count));
}
