/** Far more than any body of ours needs; what follows (parsing, validation) walks the values one by one. */
const MAX_DEPTH = 32;
const MAX_VALUES = 10_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** What a body is refused for before it is parsed; the types that the error filter knows. */
export type BodyFault = 'body.nested' | 'body.crowded';

/**
 * Looks over JSON text (UTF-8) without parsing it: nesting and numbers of values that would cost the event loop
 * seconds, or its stack, are known before they do. Undefined when there is nothing against it.
 */
export function scanJson(text: Buffer): BodyFault | undefined {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] ?? 0;
    if (byte === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(byte)) {
      if (++depth > MAX_DEPTH) return 'body.nested';
      values++;
    } else if (CLOSING.has(byte)) depth--;
    else if (byte === COMMA) values++;
    if (values > MAX_VALUES) return 'body.crowded';
  }
  return undefined;
}

/** Where the string that begins at `start` ends: at its closing quote, or at the end of the text. */
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

/** Names that no field of ours has, and that mapping to classes would drop without a word. */
const RESERVED: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/** The path of the first field with a reserved name; for values whose depth {@link scanJson} has bounded. */
export function reservedField(value: unknown, path = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, child] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    const found = RESERVED.has(key) ? at : reservedField(child, at);
    if (found !== undefined) return found;
  }
  return undefined;
}
