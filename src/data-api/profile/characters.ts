import { createHash } from 'node:crypto';
import type { TextFacts } from './types.ts';

export const BOM = '\uFEFF';
const MAX_NAME_CHARS = 100;

/** Unicode code points from `start` to `end`; a lone surrogate counts as one. */
export function countCharacters(text: string, start = 0, end = text.length): number {
  let count = end - start;
  for (let at = start + 1; at < end; at++) {
    if (isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1))) count--;
  }
  return count;
}

/** A name from the input, shortened and well-formed for the output. */
export function shortName(name: string): string {
  const text = name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}…` : name;
  return text.toWellFormed();
}

/** One pass over the whole text. */
export function factsOf(text: string): TextFacts {
  const seen = { nul: 0, replacement: 0, lone: 0, pairs: 0, lines: text === '' ? 0 : 1 };
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Nearly every unit of nearly every text.
    if (unit > 0x0d && unit < 0xd800) continue;
    if (isLineEnd(text, at, unit)) seen.lines += at < text.length - 1 ? 1 : 0;
    else if (unit === 0) seen.nul++;
    else if (unit === 0xfffd) seen.replacement++;
    else if (isHigh(unit) && isLow(text.charCodeAt(at + 1))) {
      seen.pairs++;
      at++;
    } else if (isHigh(unit) || isLow(unit)) seen.lone++;
  }
  return {
    bytes: Buffer.byteLength(text),
    characters: text.length - seen.pairs,
    lines: seen.lines,
    sha256: createHash('sha256').update(text, 'utf8').digest('hex'),
    has_bom: text.startsWith(BOM),
    nul_characters: seen.nul,
    replacement_characters: seen.replacement,
    lone_surrogates: seen.lone,
  };
}

/** LF, CRLF or CR; a pair counts at its LF. */
const isLineEnd = (text: string, at: number, unit: number): boolean =>
  unit === 0x0a || (unit === 0x0d && text.charCodeAt(at + 1) !== 0x0a);

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
