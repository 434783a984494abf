import { anthropic } from './anthropic/anthropic.wire.js';
import { gemini } from './gemini/gemini.wire.js';
import { ollama } from './ollama/ollama.wire.js';
import { openAiCompatible } from './openai-compatible/openai-compatible.wire.js';
import { openAi } from './openai/openai.wire.js';
import type { SimulatedWire } from './wire.js';

/** All wires that the simulator speaks; a further one is a folder and a line here. */
export const WIRES: readonly SimulatedWire[] = [openAiCompatible, anthropic, openAi, gemini, ollama];
