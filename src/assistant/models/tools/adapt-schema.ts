import { isRecord } from '../../../common/index.js';
import { SchemaCleaner, type SchemaForm } from './clean-schema.js';
import { folded } from './fold-unions.js';
import { type Json, texts, typesOf } from './json-schema.js';

/** Characters of definitions that are written in place of references; behind it a reference is left open. */
const MOST_CHARS = 64_000;
/** References within each other. */
const MOST_LEVELS = 8;
/** Their schemas stand where they are used. */
const DEFINITIONS = new Set(['$defs', 'definitions']);
/** Their values are schemas by name. */
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas']);
/** Their values are no schemas. */
const VALUES = new Set(['default', 'const', 'enum', 'examples', 'example']);

/**
 * A schema with what its references name in their place. One that leads nowhere, to another document or back to itself
 * becomes a schema without conditions, of the type that it leads to.
 */
function inlined(root: Json): Json {
  let room = MOST_CHARS;
  const schemaOf = (node: unknown, open: readonly string[]): unknown => {
    if (Array.isArray(node)) return node.map((each) => schemaOf(each, open));
    if (!isRecord(node)) return node;
    const { $ref, ...own } = node;
    if (typeof $ref !== 'string') return partsOf(node, open);
    const target = targetOf(root, $ref);
    room -= JSON.stringify(target ?? null).length;
    const isLeftOpen = open.includes($ref) || open.length > MOST_LEVELS || room < 0;
    const found = isLeftOpen ? outline(target) : (schemaOf(target ?? {}, [...open, $ref]) as Json);
    return { ...found, ...partsOf(own, open) };
  };
  const partsOf = (schema: Json, open: readonly string[]): Json =>
    mapped(schema, (value, key) => {
      if (DEFINITIONS.has(key)) return undefined;
      if (VALUES.has(key)) return value;
      // The keys there are names of arguments.
      return MAPS.has(key) && isRecord(value)
        ? mapped(value, (each) => schemaOf(each, open))
        : schemaOf(value, open);
    });
  return schemaOf(root, ['#']) as Json;
}

function mapped(node: Json, change: (value: unknown, key: string) => unknown): Json {
  const changed = Object.entries(node).map(([key, value]) => [key, change(value, key)] as const);
  return Object.fromEntries(changed.filter(([, value]) => value !== undefined));
}

function outline(target: Json | undefined): Json {
  const { type, description } = target ?? {};
  return { ...(type !== undefined && { type }), ...(description !== undefined && { description }) };
}

/** @param ref a pointer into the document, as `#/$defs/Name` (RFC 6901) */
function targetOf(root: Json, ref: string): Json | undefined {
  const [start, ...keys] = ref.split('/');
  if (start !== '#') return undefined;
  const found = keys.reduce<unknown>((at, key) => {
    const name = unescaped(key);
    return typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as Json)[name] : undefined;
  }, root);
  return isRecord(found) ? found : undefined;
}

function unescaped(key: string): string {
  const plain = key.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

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
  if (types.length > 0 && !types.includes('object')) return { problem: 'its arguments are not an object' };
  const cleaner = new SchemaCleaner(form);
  const schema = cleaner.clean({ ...root, type: 'object' });
  if (cleaner.isTooLarge) return { problem: 'its expanded schema is too large' };
  return argumentNames === undefined ? { schema } : withNames(schema, argumentNames);
}

/** Leaves out arguments whose names a vendor refuses, unless a call needs them. */
function withNames(schema: Json, isNamed: RegExp): AdaptedSchema {
  const properties = Object.entries(isRecord(schema.properties) ? schema.properties : {});
  const wrong = properties.map(([name]) => name).filter((name) => !isNamed.test(name));
  if (wrong.length === 0) return { schema };
  const needed = wrong.filter((name) => texts(schema.required).includes(name));
  if (needed.length > 0) return { problem: 'it requires an argument whose name the model does not accept' };
  return {
    schema: { ...schema, properties: Object.fromEntries(properties.filter(([name]) => isNamed.test(name))) },
  };
}
