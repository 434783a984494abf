import { isRecord } from '../../../common/index.js';
import { SchemaCleaner, type SchemaForm } from './clean-schema.js';
import { folded } from './fold-unions.js';
import { inlined } from './inline-refs.js';
import { type Json, texts, typesOf } from './json-schema.js';

/** What a vendor takes of the schema of a tool. */
export interface SchemaRules {
  readonly form: SchemaForm;
  /** The names that arguments may have; undefined: any. */
  readonly argumentNames?: RegExp;
}

export type AdaptedSchema = { readonly schema: Json } | { readonly problem: string };

/**
 * The schema of a tool's arguments as a vendor takes it: an object without unions, references or anything that is no JSON
 * Schema. It takes all that the original takes; a call is checked against the original, by the server of the tool.
 */
export function adaptedSchema(original: Json, { form, argumentNames }: SchemaRules): AdaptedSchema {
  const root = folded(inlined(original));
  const types = typesOf(root);
  if (types.length > 0 && !types.includes('object')) return { problem: 'its arguments are no object' };
  const cleaner = new SchemaCleaner(form);
  const schema = cleaner.clean({ ...root, type: 'object' });
  if (cleaner.isTooLarge) return { problem: 'its schema is too large once it is written out' };
  return argumentNames === undefined ? { schema } : withNames(schema, argumentNames);
}

/** Leaves out arguments whose names a vendor refuses, unless a call needs them. */
function withNames(schema: Json, isNamed: RegExp): AdaptedSchema {
  const properties = Object.entries(isRecord(schema.properties) ? schema.properties : {});
  const wrong = properties.map(([name]) => name).filter((name) => !isNamed.test(name));
  if (wrong.length === 0) return { schema };
  const needed = wrong.filter((name) => texts(schema.required).includes(name));
  if (needed.length > 0) return { problem: 'it needs an argument whose name the model does not take' };
  return {
    schema: { ...schema, properties: Object.fromEntries(properties.filter(([name]) => isNamed.test(name))) },
  };
}
