import { demand, isRecord, type Json } from '../refusal.js';
import { partsOf, type SchemaPart } from './walk.js';

const FORMATS = ['enum', 'date-time'];

/**
 * What Gemini refuses in the schema of a function: lists of types (zed#44875, copilot-cli#4623), booleans as schemas,
 * references, arrays without `items` (Wegent#1274), unusual formats, and required names that are no property.
 * @throws WireRefusal
 */
export function checkGeminiSchema(schema: unknown, index: number): void {
  if (schema === undefined) return;
  const root = `tools[0].function_declarations[${index}].parameters`;
  demand(isRecord(schema), `Invalid value at '${root}'`);
  demand(
    schema.type === 'object',
    `* GenerateContentRequest.${root}.type: schema should be of type OBJECT\n`,
  );
  for (const part of partsOf(schema)) checkPart(part, root);
}

function checkPart({ path, schema }: SchemaPart, root: string): void {
  const at = [root, ...path].join('.');
  const problem = (isRight: boolean, place: string, why: string): void =>
    demand(isRight, `* GenerateContentRequest.${at}${place}: ${why}\n`);
  const payload = (isRight: boolean, why: string): void =>
    demand(isRight, `Invalid JSON payload received. ${why}`);
  if (path.at(-1) === 'additionalProperties' && typeof schema === 'boolean') return;
  payload(isRecord(schema), `Invalid value at '${at}' (type.googleapis.com/google.protobuf.Struct)`);
  const { type, format, required, properties, items, enum: values } = schema as Json;
  const isList = Array.isArray(type);
  payload(!isList, `Unknown name "type" at '${at}': Proto field is not repeating, cannot start list.`);
  for (const key of ['$ref', '$defs', 'definitions', 'const'])
    payload(!(key in (schema as Json)), `Unknown name "${key}" at '${at}': Cannot find field.`);
  problem(type !== 'array' || isRecord(items), '.items', 'missing field');
  problem(
    format === undefined || FORMATS.some((each) => each === format),
    '.format',
    "only 'enum' and 'date-time' are supported for STRING type",
  );
  const isNames = required === undefined || Array.isArray(required);
  payload(isNames, `Invalid value at '${at}.required'`);
  const names = (required ?? []) as readonly string[];
  const known = isRecord(properties) ? properties : {};
  const wrong = names.findIndex((name) => !Object.hasOwn(known, name));
  problem(wrong === -1, `.required[${wrong}]`, 'property is not defined');
  problem(
    !Array.isArray(values) || !values.includes(''),
    `.enum[${Array.isArray(values) ? values.indexOf('') : 0}]`,
    'cannot be empty',
  );
}
