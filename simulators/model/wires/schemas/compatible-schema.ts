import { demand, isRecord, type Json } from '../refusal.js';
import { partsOf, type SchemaPart } from './walk.js';

/**
 * What servers behind OpenAI's chat API refuse besides: Moonshot a schema without a type, a type beside `anyOf`, and a
 * required name that is no property (kimi-cli#1595, kimi-code#1610, command-code#594); llama.cpp a pattern without
 * anchors (llama.cpp by kubernetes-mcp-server#758); Gemini a list of types, `$ref`, and unusual formats (zed#44875).
 * @throws WireRefusal
 */
export function checkCompatibleSchema(schema: unknown): void {
  if (schema === undefined) return;
  for (const part of partsOf(schema)) checkPart(part);
}

function checkPart({ path, schema }: SchemaPart): void {
  const at = path.length === 0 ? 'root' : path.join('.');
  const refuse = (isRight: boolean, why: string): void =>
    demand(
      isRight,
      `tools.function.parameters is not a valid moonshot flavored json schema, details: <At path '${at}': ${why}>`,
    );
  if (path.at(-1) === 'additionalProperties' && typeof schema === 'boolean') return;
  refuse(isRecord(schema), 'schema must be an object');
  const { type, anyOf, $ref, required = [], properties = {}, pattern, format } = schema as Json;
  refuse($ref === undefined, 'references must start with #/$defs/');
  refuse(
    anyOf === undefined || type === undefined,
    'when using anyOf, type should be defined in anyOf items instead of the parent schema',
  );
  refuse(anyOf !== undefined || type !== undefined, 'type is not defined');
  refuse(!Array.isArray(type), 'type must be a string');
  const missing = (required as readonly string[]).find((name) => !Object.hasOwn(properties as Json, name));
  refuse(missing === undefined, `required property '${missing ?? ''}' is not defined in properties`);
  demand(
    pattern === undefined || (typeof pattern === 'string' && /^\^.*\$$/.test(pattern)),
    "JSON schema conversion failed:\nPattern must start with '^' and end with '$'",
  );
  demand(
    format === undefined || format === 'date-time' || format === 'enum',
    `* GenerateContentRequest.tools[0].function_declarations[0].parameters.${at}.format: only 'enum' and 'date-time' are supported for STRING type\n`,
  );
}
