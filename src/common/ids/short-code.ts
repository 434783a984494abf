import { randomInt } from 'node:crypto';

/** Upper-case letters and digits without the pairs people mix up (0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V). */
const ALPHABET = '34679ACDEFGHJKMNPQRTWXY';

/** A code that people can type; 4.5 bits a character. */
export function newShortCode(length: number): string {
  let code = '';
  for (let i = 0; i < length; i++) code += ALPHABET.charAt(randomInt(ALPHABET.length));
  return code;
}

/** Reads a code as someone typed it: case and separators do not matter. */
export const normalizeShortCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();
