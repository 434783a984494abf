import { type FieldFault, fieldFault } from '../../errors.js';

/** Far deeper than any body of ours needs to be; the next steps (parsing, validation) visit all values one by one. */
const MAX_DEPTH = 32;
const MAX_VALUES = 10_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Scans JSON text (UTF-8) without parsing it, to find nesting and numbers that would block the event loop for seconds,
 * or exhaust the stack, when parsed.
 * @returns the problem in words that follow "body", undefined for none
 */
export function scanJson(text: Buffer): string | undefined {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] ?? 0;
    if (byte === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(byte)) {
      if (++depth > MAX_DEPTH) return 'is nested too deeply';
      values++;
    } else if (CLOSING.has(byte)) depth--;
    else if (byte === COMMA) values++;
    if (values > MAX_VALUES) return 'has too many values';
  }
  return undefined;
}

/** The position where the string that begins at `start` ends: its closing quote, or the end of the text. */
function endOfString(text: Buffer, start: number): number {
  let end = text.indexOf(QUOTE, start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf(QUOTE, end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: Buffer, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

/** Names that none of our fields has, and that mapping to classes would drop silently. */
const RESERVED: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/**
 * Finds the fields with a reserved name, or with half a character (a lone surrogate), which no database stores
 * unchanged. For values whose depth {@link scanJson} has bounded.
 */
export function fieldFaults(value: unknown, path = ''): FieldFault[] {
  if (typeof value === 'string')
    return value.isWellFormed()
      ? []
      : [fieldFault(shownPath(path), 'invalid', 'holds half a character (a lone surrogate)')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const at = path === '' ? key : `${path}.${key}`;
    const isKnowable = !RESERVED.has(key) && key.isWellFormed();
    return isKnowable ? fieldFaults(child, at) : [unknownField(at.toWellFormed())];
  });
}

/** A fault of a field that does not exist. */
export const unknownField = (path: string): FieldFault =>
  fieldFault(shownPath(path), 'unknown', 'is unknown');

/** Our own names are much shorter; a longer one of the caller's is not sent back in full. */
const MAX_CHARS = 100;

/** The path of a field for use in an error; a long one is cut, but never within a character. */
export const shownPath = (path: string): string =>
  path.length <= MAX_CHARS ? path : `${path.slice(0, MAX_CHARS).replace(/[\uD800-\uDBFF]$/, '')}…`;
