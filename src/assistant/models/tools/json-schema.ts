import { isRecord } from '../../../common/index.js';
export type Json = Readonly<Record<string, unknown>>;

/** The branches of a union; one that nothing fits is none. */
export const branchesOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.map((each: unknown) => (each === true ? {} : each)).filter(isRecord) : [];

/** The texts of a list, each once; anything but a list has none. */
export const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? [...new Set(value.filter((each) => typeof each === 'string'))] : [];

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** The types that a schema names; those that JSON Schema does not know are left out. */
export function typesOf({ type }: Json): readonly string[] {
  const named = texts(Array.isArray(type) ? type : [type]).map((each) => each.toLowerCase());
  return [...new Set(named)].filter((each) => TYPES.includes(each));
}

/** Values without those that are equal to an earlier one. */
export const distinct = <T>(values: readonly T[]): readonly T[] => [
  ...new Map(values.map((each) => [JSON.stringify(each), each])).values(),
];
