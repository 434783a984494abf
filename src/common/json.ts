/** Readers of untrusted JSON, which return undefined (or nothing) instead of throwing. */

/** A JSON object with unchecked fields. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** An object: neither a list nor null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const recordOf = (value: unknown): JsonRecord | undefined => (isRecord(value) ? value : undefined);

/** The fields of an object; of anything else, none. */
export const fieldsOf = (value: unknown): JsonRecord => recordOf(value) ?? {};

export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : [];

/** The objects of a list. */
export const recordsOf = (value: unknown): readonly JsonRecord[] => listOf(value).filter(isRecord);

/** A non-blank string. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** A finite number, also when it came as a string of digits. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** `true`, `1`, `"1"`, `"true"`: services send booleans in all of these forms. */
export const isTrue = (value: unknown): boolean =>
  value === true ||
  value === 1 ||
  value === '1' ||
  (typeof value === 'string' && value.toLowerCase() === 'true');

/** @returns undefined for a text that is not JSON */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text) as unknown };
  } catch {
    return undefined;
  }
}
