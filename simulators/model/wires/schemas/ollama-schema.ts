import { demand, isRecord, type Json } from '../refusal.js';

const IN = 'Go struct field ChatRequest.tools.function.parameters';

/**
 * What Ollama cannot read of the schema of a function: its own types are fixed (ollama#10328, ollama#14256,
 * smelt#26).
 * @throws WireRefusal
 */
export function checkOllamaSchema(schema: unknown): void {
  if (schema === undefined) return;
  const refuse = (isRight: boolean, what: unknown, into: string, type: string): void =>
    demand(isRight, `json: cannot unmarshal ${kindOf(what)} into ${IN}${into} of type ${type}`);
  refuse(isRecord(schema), schema, '', 'api.ToolFunctionParameters');
  const { type, required, properties } = schema as Json;
  refuse(type === undefined || typeof type === 'string', type, '.type', 'string');
  refuse(isNames(required), required, '.required', '[]string');
  refuse(isMap(properties), properties, '.properties', 'map[string]api.ToolProperty');
  for (const property of Object.values((properties ?? {}) as Json)) {
    refuse(isRecord(property), property, '.properties', 'api.ToolProperty');
    const { description, enum: values, required: names, properties: inner } = property as Json;
    const isText = description === undefined || typeof description === 'string';
    refuse(isText, description, '.properties.description', 'string');
    refuse(values === undefined || Array.isArray(values), values, '.properties.enum', '[]interface {}');
    refuse(isNames(names), names, '.properties.required', '[]string');
    refuse(isMap(inner), inner, '.properties.properties', 'map[string]api.ToolProperty');
  }
}

const isNames = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) && value.every((each) => typeof each === 'string'));

const isMap = (value: unknown): boolean => value === undefined || value === null || isRecord(value);

function kindOf(value: unknown): string {
  if (typeof value === 'boolean') return 'bool';
  return Array.isArray(value) ? 'array' : typeof value;
}
