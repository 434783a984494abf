import type { WireName } from '../../types.js';
import { checkAnthropicSchema } from './anthropic-schema.js';
import { checkCompatibleSchema } from './compatible-schema.js';
import { checkGeminiSchema } from './gemini-schema.js';
import { checkOllamaSchema } from './ollama-schema.js';
import { checkOpenAiSchema } from './openai-schema.js';

/** What each wire's vendors refuse in the schema of a tool's arguments, as a function that throws their words. */
export const SCHEMA_CHECKS: Readonly<Record<WireName, (schema: unknown) => void>> = {
  'openai-compatible': (schema) => {
    checkOpenAiSchema(schema, 'tool', 'tools[0].function.parameters');
    checkCompatibleSchema(schema);
  },
  anthropic: (schema) => checkAnthropicSchema(schema, 0),
  openai: (schema) => checkOpenAiSchema(schema, 'tool', 'tools[0].parameters'),
  gemini: (schema) => checkGeminiSchema(schema, 0),
  ollama: checkOllamaSchema,
};
