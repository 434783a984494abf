import { randomInt } from 'node:crypto';

/** Upper-case letters and digits without the pairs people mix up (0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V). */
const ALPHABET = '34679ACDEFGHJKMNPQRTWXY';
export const CODE_LENGTH = 8;

/** 8 characters, 36 bits: enough for a code that is valid for an hour and can be redeemed only by an operator. */
export function newPairingCode(): string {
  let code = '';
  for (let i = 0; i < CODE_LENGTH; i++) code += ALPHABET.charAt(randomInt(ALPHABET.length));
  return code;
}

/** Reads a code as an operator typed it: case and separators do not matter. */
export const normalizePairingCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();
