import { openAiCompatibleWire } from './openai-compatible/openai-compatible.wire.js';
import type { ModelWire } from './wire.js';

/** Every protocol that models are reached by; a further one is one folder and one line here. */
export const WIRES: readonly ModelWire[] = [openAiCompatibleWire];
