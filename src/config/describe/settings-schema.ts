import { getMetadataStorage } from 'class-validator';
import { keyPath } from '../tree/path.js';
import { SCHEMA_KEY } from './known-paths.js';
import { typeOf } from './rules.js';
import type { ConfigSection } from './section.js';
import { type SettingMeta, settingsOf, type SettingsClass } from './setting.decorator.js';
import { variableOfRow } from './variable-name.js';

/** A JSON Schema (draft 2020-12), or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The configuration file as a JSON Schema. Every valid file fits it; rules between settings are checked by the gateway
 * only. Besides the standard keywords a setting has `x-secret`, `x-restart` (takes effect at the next start),
 * `x-host-only` (not by the API), `x-type` (in words, where JSON says too little) and `x-variable`.
 */
export function settingsSchema(sections: readonly ConfigSection<object>[]): JsonSchema {
  const root: SchemaNode = { ...area(), type: 'object' };
  for (const { path, type } of sections) {
    const keys = path.split('.');
    const last = keys.pop() ?? path;
    const settings = objectSchema(type, new type(), { path, above: [] });
    areaAt(root, keys).properties[last] = { ...settings, type: OBJECT_OR_NULL };
  }
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Gatehouse', ...root };
}

/**
 * The same for an editor: `$schema` itself is known, too.
 * @param unchecked areas that no section here knows, such as those of a plugin that cannot be loaded: anything fits
 */
export function fileSchema(
  sections: readonly ConfigSection<object>[],
  unchecked: readonly string[] = [],
): JsonSchema {
  const root = settingsSchema(sections) as JsonSchema & SchemaNode;
  for (const path of unchecked) {
    const keys = path.split('.');
    const last = keys.pop() ?? path;
    areaAt(root, keys).properties[last] = {};
  }
  const own = { type: 'string', description: 'The JSON Schema of this file, for editors.' };
  return { ...root, properties: { [SCHEMA_KEY]: own, ...root.properties } };
}

/** `null`, which is possible everywhere, means "not set". */
const OBJECT_OR_NULL = ['object', 'null'] as const;

interface SchemaNode {
  readonly type: 'object' | typeof OBJECT_OR_NULL;
  readonly properties: Record<string, SchemaNode | JsonSchema>;
  readonly additionalProperties: false;
}

/** The level above sections. */
const area = (): SchemaNode => ({ type: OBJECT_OR_NULL, properties: {}, additionalProperties: false });

/** The area below `root` that is named by `keys`; made where it is missing. */
function areaAt(root: SchemaNode, keys: readonly string[]): SchemaNode {
  let at = root;
  for (const key of keys) {
    at.properties[key] ??= area();
    at = at.properties[key] as SchemaNode;
  }
  return at;
}

interface Around {
  readonly path: string;
  /** The enclosing classes, which stop the recursion of a class nested in itself. */
  readonly above: readonly SettingsClass[];
}

function objectSchema(type: SettingsClass, defaults: object, { path, above }: Around): JsonSchema {
  const around = (key: string): Around => ({ path: keyPath(path, key), above: [...above, type] });
  const properties = settingsOf(type).map((meta) => {
    const value = (defaults as Record<string, unknown>)[meta.key];
    const own =
      meta.of === undefined ? valueSchema(type, meta, value) : nestedSchema(meta, value, around(meta.key));
    return [meta.key, { ...own, ...notesOf(meta, around(meta.key).path) }] as const;
  });
  return { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false };
}

const notesOf = ({ doc, secret, restart, isHostOnly, type }: SettingMeta, path: string): JsonSchema => ({
  ...(doc !== '' && { description: doc }),
  ...(secret && { 'x-secret': true }),
  ...(restart && { 'x-restart': true }),
  ...(isHostOnly && { 'x-host-only': true }),
  ...(type !== undefined && { 'x-type': type }),
  'x-variable': variableOfRow(path),
});

function nestedSchema(meta: SettingMeta, value: unknown, { path, above }: Around): JsonSchema {
  const below = meta.of?.() ?? Object;
  const suffix = { value: '', object: '', list: '[]', map: '.<name>' }[meta.kind];
  const inner = above.includes(below as SettingsClass)
    ? { type: 'object' }
    : objectSchema(below as SettingsClass, value instanceof below ? value : new (below as SettingsClass)(), {
        path: path + suffix,
        above,
      });
  const whole = {
    value: inner,
    object: inner,
    list: { type: 'array', items: meta.shorthand ? { anyOf: [inner, { type: 'string' }] } : inner },
    map: { type: 'object', additionalProperties: { anyOf: [inner, { type: 'null' }] } },
  }[meta.kind];
  const names = meta.or ? [{ enum: [...meta.or] }] : [];
  return { anyOf: [whole, ...names, { type: 'null' }], ...(typeof value === 'string' && { default: value }) };
}

function valueSchema(owner: SettingsClass, meta: SettingMeta, value: unknown): JsonSchema {
  const isShown = value !== undefined && meta.secret !== true;
  return { anyOf: [...formsOf(owner, meta, value), { type: 'null' }], ...(isShown && { default: value }) };
}

/** The form of a secret that is read from a file. */
const FILE_FORM: JsonSchema = {
  type: 'object',
  properties: { file: { type: 'string' } },
  required: ['file'],
  additionalProperties: false,
};

const TYPES = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
  [Array, 'array'],
]);

function formsOf(owner: SettingsClass, meta: SettingMeta, value: unknown): readonly JsonSchema[] {
  const type = TYPES.get(typeOf(meta, value));
  const file = meta.secret ? [FILE_FORM] : [];
  if (type === 'array') return [meta.type === 'string[]' ? { type, items: { type: 'string' } } : { type }];
  if (type !== undefined) return [{ type, ...rulesOf(owner, meta.key) }, ...file];
  if (meta.type === 'map of strings') return [mapOf({ type: 'string' }, ...file)];
  if (meta.type === 'number or map of numbers') return [{ type: 'number' }, mapOf({ type: 'number' })];
  return [rulesOf(owner, meta.key)];
}

const mapOf = (...forms: readonly JsonSchema[]): JsonSchema => ({
  type: 'object',
  additionalProperties: { anyOf: [...forms, { type: 'null' }] },
});

/** The keywords of the class-validator rules that JSON Schema has too. */
const KEYWORDS: Readonly<Record<string, (constraints: readonly unknown[]) => JsonSchema>> = {
  isInt: () => ({ type: 'integer' }),
  min: ([least]) => ({ minimum: least }),
  max: ([most]) => ({ maximum: most }),
  isIn: ([values]) => ({ enum: values }),
  isNotEmpty: () => ({ minLength: 1 }),
  // JSON Schema counts code points, of which there are never more: a shorter text may be valid.
  maxLength: ([most]) => ({ maxLength: most }),
  isLength: ([, most]) => (most === undefined ? {} : { maxLength: most }),
};

function rulesOf(owner: SettingsClass, key: string): JsonSchema {
  const rules = getMetadataStorage()
    .getTargetValidationMetadatas(owner, owner.name, false, false)
    .filter(({ propertyName, each }) => propertyName === key && !each);
  const keywords = rules.map(({ name = '', constraints }) => KEYWORDS[name]?.(constraints));
  return keywords.reduce<JsonSchema>((all, each) => ({ ...all, ...each }), {});
}
