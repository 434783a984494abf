import { isRecord, type Json } from '../refusal.js';

/** A schema within the arguments of a tool, and the names and numbers that lead to it. */
export interface SchemaPart {
  readonly path: readonly (string | number)[];
  readonly schema: unknown;
}

const ONE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** The schema and all that stand in it, the outer before the inner. */
export function partsOf(schema: unknown, path: SchemaPart['path'] = []): readonly SchemaPart[] {
  const below = isRecord(schema) ? inside(schema) : [];
  return [{ path, schema }, ...below.flatMap((part) => partsOf(part.schema, [...path, ...part.path]))];
}

function inside(schema: Json): readonly SchemaPart[] {
  return Object.entries(schema).flatMap(([key, value]): readonly SchemaPart[] => {
    if (ONE.includes(key) && !Array.isArray(value)) return [{ path: [key], schema: value }];
    if (LISTS.includes(key) && Array.isArray(value))
      return value.map((each: unknown, index) => ({ path: [key, index], schema: each }));
    if (MAPS.includes(key) && isRecord(value))
      return Object.entries(value).map(([name, each]) => ({ path: [key, name], schema: each }));
    return [];
  });
}
