import { demand, isRecord, type Json } from '../refusal.js';
import { partsOf, type SchemaPart } from './walk.js';

const AT_THE_TOP = ['oneOf', 'anyOf', 'allOf', 'enum', 'not'];
const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/**
 * What OpenAI refuses in the schema of a function that is not strict: unions at its top (openclaw and others), an object
 * without `properties` (spring-ai#4776), an array without `items` (aichat#1049), `required` that is no list
 * (cherry-studio#4188), and what else is no JSON Schema.
 * @throws WireRefusal
 */
export function checkOpenAiSchema(schema: unknown, name: string, param: string): void {
  // A function without arguments may leave it out.
  if (schema === undefined) return;
  const refuse = (isRight: boolean, why: string): void =>
    demand(isRight, `Invalid schema for function '${name}': ${why}`, {
      code: 'invalid_function_parameters',
      param,
    });
  const type = isRecord(schema) ? schema.type : undefined;
  refuse(
    type === 'object',
    `schema must be a JSON Schema of 'type: "object"', got 'type: "${pythonic(type)}"'.`,
  );
  refuse(
    !AT_THE_TOP.some((key) => key in (schema as Json)),
    "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
  );
  for (const part of partsOf(schema)) checkPart(part, refuse);
}

function checkPart({ path, schema }: SchemaPart, refuse: (isRight: boolean, why: string) => void): void {
  if (typeof schema === 'boolean') return;
  refuse(isRecord(schema), `${pythonic(schema)} is not of type 'object', 'boolean'.`);
  const { type, required, properties, items, enum: values } = schema as Json;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type ?? 'string'];
  const wrong = types.find((each) => !TYPES.includes(each as string));
  refuse(wrong === undefined, `${pythonic(wrong)} is not valid under any of the given schemas.`);
  refuse(required === undefined || Array.isArray(required), `${pythonic(required)} is not of type 'array'.`);
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  refuse(new Set(names).size === names.length, `${pythonic(names)} has non-unique elements.`);
  refuse(
    properties === undefined || isRecord(properties),
    `${pythonic(properties)} is not of type 'object'.`,
  );
  refuse(values === undefined || Array.isArray(values), `${pythonic(values)} is not of type 'array'.`);
  const context = `In context=(${path.map((each) => `'${each}'`).join(', ')}${path.length === 1 ? ',' : ''})`;
  refuse(
    !types.includes('object') || path.length > 0 || properties !== undefined,
    `${context}, object schema missing properties.`,
  );
  refuse(!types.includes('array') || items !== undefined, `${context}, array schema missing items.`);
  refuse(!Array.isArray(items), `${pythonic(items)} is not of type 'object', 'boolean'.`);
}

/** A value as the service writes it. */
function pythonic(value: unknown): string {
  if (value === undefined || value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'string' ? value : JSON.stringify(value).replaceAll('"', "'");
}
