export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object; an empty one for any other value. */
export const object = (value: unknown): Json => (isObject(value) ? value : {});

/** The objects of a list; `[]` for anything else. */
export const objects = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** The value if it is a non-empty text. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Drops the members that are undefined, as JSON does. */
export const compact = (value: Json): Json =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
