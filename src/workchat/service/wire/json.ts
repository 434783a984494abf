/** A JSON object whose fields nobody has looked at yet. */
export type Fields = Readonly<Record<string, unknown>>;

export const recordOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

export const fieldsOf = (value: unknown): Fields => recordOf(value) ?? {};

export const recordsOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? value.map(recordOf).filter((each) => each !== undefined) : [];

/** A text that says something. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** @returns undefined for a text that is no JSON; `value` may be undefined of nothing */
export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
