import type { Answer } from '../common/envelopes.js';

export type Json = Readonly<Record<string, unknown>>;

/** An authenticated request with its body parsed. */
export interface Call {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Json;
  /** JSON body; `{}` when there was none. */
  readonly body: Json;
  /** The bytes of a body that is not JSON, with its content type. */
  readonly raw: { readonly contentType: string; readonly bytes: Uint8Array };
}

export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Below `/api/v1`, in Express notation. */
  readonly path: string;
  /** Whether the route needs the Private API (imbridge-wire 1.6, first row). */
  readonly privateApi?: boolean;
  /** Undefined: the real handler sets no answer, so the server's plain-text 404 is the answer. */
  readonly handle: (call: Call) => Answer | undefined | Promise<Answer>;
}

/** The value if it is a non-empty text. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Converts numbers and non-empty texts; any other value gives the fallback. */
export const numberOr = <T>(value: unknown, fallback: T): number | T =>
  typeof value === 'number' || text(value) !== undefined ? Number(value) : fallback;

/** `with` as a comma list in a query or an array in a body, lower-cased. */
export function withList(value: unknown): ReadonlySet<string> {
  const items = Array.isArray(value) ? value : (text(value) ?? '').split(',');
  return new Set(items.map((each) => String(each).trim().toLowerCase()));
}

export const hasOne = (list: ReadonlySet<string>, ...names: readonly string[]): boolean =>
  names.some((each) => list.has(each));
