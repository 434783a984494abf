import { fieldsOf, type JsonRecord } from '../../../common/index.js';
/** The objects of a list; undefined when it is no list. */
export const objectsOf = (value: unknown): readonly JsonRecord[] | undefined =>
  Array.isArray(value) ? value.map(fieldsOf) : undefined;

/** A number of tokens; undefined for a value of another kind. */
export const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 ? value : undefined;

/** A name; empty for a value of another kind. */
export const nameOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @returns undefined for a text that is no JSON */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
