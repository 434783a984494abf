import { isUtf8 } from 'node:buffer';
import { type FieldFault, fieldFault, type FieldFaultCode } from '../../field-fault.ts';

// Imports end in .ts, because a thread of the Data API loads this file too, with Node alone (ADR 0016).

export type ParsedBody = { readonly body: object } | { readonly faults: readonly FieldFault[] };

/**
 * Parses the body of a request. For a duplicate key the last value counts; a byte order mark is skipped.
 * @param rawField a top-level field that holds a caller's text, so it may contain lone surrogates; null, if it is not text
 */
export function parseBody(json: Uint8Array, rawField?: string): ParsedBody {
  if (json.length === 0) return { body: {} };
  if (!isUtf8(json)) return bodyFault('is not valid UTF-8', 'wrong_format');
  const body = valueOf(new TextDecoder().decode(json));
  if (body === undefined) return bodyFault('is not valid JSON', 'wrong_format');
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return bodyFault('must be an object', 'wrong_type');
  const fields = body as Record<string, unknown>;
  const rest = { ...fields };
  if (rawField !== undefined && rawField in rest) {
    if (typeof rest[rawField] !== 'string') fields[rawField] = null;
    rest[rawField] = null;
  }
  const excess = excessOf(rest);
  if (excess !== undefined) return bodyFault(excess);
  const faults = fieldFaults(rest);
  return faults.length > 0 ? { faults } : { body };
}

const bodyFault = (words: string, code: FieldFaultCode = 'invalid'): ParsedBody => ({
  faults: [fieldFault('body', code, words)],
});

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Far deeper and more than any body of ours; what maps and validates a body visits all values, and recurses. */
const MAX_DEPTH = 32;
const MAX_VALUES = 10_000;

/** @returns how a value exceeds the limits, in words that follow "body"; undefined if it does not */
function excessOf(value: unknown, depth = 1, seen = { values: 0 }): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return 'is nested too deeply';
  const children = Object.values(value) as unknown[];
  seen.values += Math.max(1, children.length);
  if (seen.values > MAX_VALUES) return 'has too many values';
  for (const child of children) {
    const excess = excessOf(child, depth + 1, seen);
    if (excess !== undefined) return excess;
  }
  return undefined;
}

/** Names that none of our fields has, and that mapping to classes would drop silently. */
const RESERVED: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

/** The fields with a reserved name, or with half a character (a lone surrogate), which no database stores unchanged. */
function fieldFaults(value: unknown, path = ''): FieldFault[] {
  if (typeof value === 'string')
    return value.isWellFormed()
      ? []
      : [fieldFault(shownPath(path), 'invalid', 'contains half a character (a lone surrogate)')];
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
const shownPath = (path: string): string =>
  path.length <= MAX_CHARS ? path : `${path.slice(0, MAX_CHARS).replace(/[\uD800-\uDBFF]$/, '')}…`;
