/** A request that the vendor does not accept, with the vendor's words. */
export class WireRefusal extends Error {
  constructor(
    message: string,
    readonly status = 400,
    /** The vendor's machine-readable reason and the parameter it is about, where it names them. */
    readonly details: { readonly code?: string; readonly param?: string } = {},
  ) {
    super(message);
  }
}

/** @throws WireRefusal unless the condition holds */
export function demand(
  condition: boolean,
  message: string,
  details: { readonly code?: string; readonly param?: string } = {},
): asserts condition {
  if (!condition) throw new WireRefusal(message, 400, details);
}

export type Json = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a list; a part of a request that is no list has none. */
export const records = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
