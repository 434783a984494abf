import { anthropicWire } from './anthropic/anthropic.wire.js';
import { geminiWire } from './gemini/gemini.wire.js';
import { ollamaWire } from './ollama/ollama.wire.js';
import { openAiCompatibleWire } from './openai-compatible/openai-compatible.wire.js';
import { openAiWire } from './openai/openai.wire.js';
import type { ModelWire } from './wire.js';

/** Every protocol that models are reached by; a further one is one folder and one line here (`npm run generate`). */
export const WIRES: readonly ModelWire[] = [
  openAiCompatibleWire,
  anthropicWire,
  openAiWire,
  geminiWire,
  ollamaWire,
];
