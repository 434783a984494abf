import { ANTHROPIC_COMPAT } from './anthropic-compat.js';
import { DEEPSEEK } from './deepseek.js';
import { GEMINI } from './gemini.js';
import { GEMINI_COMPAT } from './gemini-compat.js';
import { KIMI } from './kimi.js';
import { LLAMACPP } from './llamacpp.js';
import { LMSTUDIO } from './lmstudio.js';
import { MISTRAL } from './mistral.js';
import { OLLAMA } from './ollama.js';
import { OPTIONS } from './options.js';
import { POOLSIDE_GLM } from './poolside-glm.js';
import { QWEN_DASHSCOPE } from './qwen-dashscope.js';
import type { Quirk } from './quirk.js';
import { REFUSED_TOOLS } from './refused-tools.js';
import { RELAYS } from './relays.js';
import { RESPONSES_COMPAT } from './responses-compat.js';
import { SGLANG } from './sglang.js';
import { TOO_LONG } from './too-long/index.js';
import { TOOL_SERVERS } from './tool-servers.js';
import { VLLM } from './vllm.js';

export type { Quirk } from './quirk.js';
export { USUAL_TOOLS } from './quirk.js';

/** All that is known of real servers, one file for each; a further report is a further line. */
export const QUIRKS: readonly Quirk[] = [
  ...OLLAMA,
  ...LMSTUDIO,
  ...LLAMACPP,
  ...SGLANG,
  ...MISTRAL,
  ...KIMI,
  ...QWEN_DASHSCOPE,
  ...POOLSIDE_GLM,
  ...GEMINI_COMPAT,
  ...RELAYS,
  ...ANTHROPIC_COMPAT,
  ...RESPONSES_COMPAT,
  ...GEMINI,
  ...VLLM,
  ...DEEPSEEK,
  ...OPTIONS,
  ...TOO_LONG,
  ...TOOL_SERVERS,
  ...REFUSED_TOOLS,
];

export const quirkNamed = (name: string): Quirk | undefined => QUIRKS.find((quirk) => quirk.name === name);
