import { demand, isRecord, type Json } from '../refusal.js';
import { partsOf } from './walk.js';

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const TEXTS = ['title', 'description', 'pattern', 'format', '$ref', '$schema', '$id', '$comment'];
const SCHEMA_LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];

/**
 * What Anthropic refuses in the schema of a tool: unions at its top (claude-code#5319), names of arguments
 * (claude-code#79418), and what is no JSON Schema of 2020-12.
 * @throws WireRefusal
 */
export function checkAnthropicSchema(schema: unknown, index: number): void {
  const at = `tools.${index}.custom.input_schema`;
  demand(isRecord(schema), `${at}: Input should be a valid dictionary`);
  demand(schema.type !== undefined, `${at}.type: Field required`);
  demand(schema.type === 'object', `${at}.type: Input should be 'object'`);
  demand(
    !['oneOf', 'allOf', 'anyOf'].some((key) => key in schema),
    `${at}: input_schema does not support oneOf, allOf, or anyOf at the top level`,
  );
  const names = isRecord(schema.properties) ? Object.keys(schema.properties) : [];
  demand(
    names.every((name) => /^[a-zA-Z0-9_.-]{1,64}$/.test(name)),
    `${at}.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`,
  );
  demand(
    partsOf(schema).every(({ schema: part }) => isValid(part, schema)),
    `${at}: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). ` +
      'Learn more about tool use at https://docs.claude.com/en/docs/tool-use.',
  );
}

/** Whether a schema is one of draft 2020-12; the schemas in it are looked at by themselves. */
function isValid(schema: unknown, root: Json): boolean {
  if (typeof schema === 'boolean') return true;
  if (!isRecord(schema)) return false;
  const { type, required, properties, items, enum: values, $ref } = schema;
  const types: readonly unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  return (
    types.every((each) => TYPES.includes(each as string)) &&
    (!Array.isArray(type) || (type.length > 0 && new Set(type).size === type.length)) &&
    (required === undefined || isListOfNames(required)) &&
    (properties === undefined || isRecord(properties)) &&
    (items === undefined || isRecord(items) || typeof items === 'boolean') &&
    (values === undefined || Array.isArray(values)) &&
    NUMBERS.every((key) => schema[key] === undefined || typeof schema[key] === 'number') &&
    TEXTS.every((key) => schema[key] === undefined || typeof schema[key] === 'string') &&
    SCHEMA_LISTS.every(
      (key) => schema[key] === undefined || (Array.isArray(schema[key]) && schema[key].length > 0),
    ) &&
    (typeof $ref !== 'string' || isKnown($ref, root))
  );
}

const isListOfNames = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((each) => typeof each === 'string') &&
  new Set(value).size === value.length;

function isKnown(ref: string, root: Json): boolean {
  const [start, ...keys] = ref.split('/');
  const found = keys.reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), root);
  return start === '#' && found !== undefined;
}
