import type { FailureCode } from '../../runtime.js';

/** A refusal because of the length of the request. */
export interface LengthRefusal {
  /** `too-large`: a limit of bytes, which files reach sooner than a history does. */
  readonly code: Extract<FailureCode, 'too-long' | 'too-large'>;
  /** The most tokens that the model takes, where the refusal says it. */
  readonly window?: number;
}

/**
 * How servers say that a request is longer than the model takes, each with a public report of it. The group `window` is
 * the most tokens that it takes. Relays pass on the words of the server behind them, so the list is the same for all
 * wires. It must not match a limit for the answer alone (`max_tokens` too large), which less history does not change.
 */
const WORDS: readonly RegExp[] = [
  // Codes. OpenAI, Azure, Groq: OpenHands#1902; z.ai: anomalyco/opencode; LiteLLM: OpenHands#5350; Copilot.
  /context_length_exceeded|model_context_window_exceeded|ContextWindowExceededError|model_max_prompt_tokens_exceeded/,
  // llama.cpp: ggml-org/llama.cpp#15780, openakita#459. JSON inside of JSON has its quotes escaped.
  /exceed_context_size_error\b(?:[^{}]*\bn_ctx\\*":\s*(?<window>\d+))?/,
  // z.ai: earendil-works/pi#9805, NousResearch/hermes-agent#61728.
  /"code\\*":\s*\\*"?1261\b|prompt exceeds max length|prompt too long|tokens in request more than max tokens allowed/i,
  // llama.cpp and what is built on it (LocalAI: lfnovo/open-notebook#470; Ollama): the number is missing in older ones.
  /exceeds? the available context size(?: \((?<window>[\d,]+) tokens\))?/i,
  // llama.cpp and LM Studio while they read a prompt: ggml-org/llama.cpp#19774, lmstudio-bug-tracker#2339.
  /context size has been exceeded/i,
  // LM Studio: aaif-goose/goose#11318, lmstudio-bug-tracker#546 and #2205.
  /does not fit in context length(?:.{0,80}?only supports (?<window>[\d,]+) tokens)?/i,
  /when context the overflows(?:.{0,80}?context length of only (?<window>[\d,]+) tokens)?/i,
  /greater than the context length/i,
  // OpenAI, DeepSeek, vLLM, OpenRouter, Azure (continuedev/continue, refly-ai/refly#1177); SGLang: opencode#25230.
  /maximum context length (?:is|of) (?<window>[\d,]+)/i,
  /exceeds? (?:the |this )?(?:model's )?max(?:imum)? context length/i,
  // OpenAI's Responses: dyad-sh/dyad#1672; BerriAI/litellm#18927.
  /exceeds? the context window|input tokens exceed the configured limit of (?<window>[\d,]+)/i,
  // vLLM: xorbitsai/inference#3785, vllm-project/vllm#12165.
  /prompt \((?:total )?length [\d,]+\) is longer than the maximum model length of (?<window>[\d,]+)/i,
  /too long to fit into the model \(context length (?<window>[\d,]+)\)/i,
  // SGLang: sgl-project/sglang#8096, #12081, #4048; Together.
  /is longer than the model'?s? context length(?: \((?<window>[\d,]+) tokens\))?/i,
  // Poolside: earendil-works/pi#4943; GLM: langgenius/dify#32221; SGLang's has brackets.
  /input length \(?[\d,]+(?: tokens\))? exceeds the maximum (?:allowed )?(?:input )?length(?: of)? \(?(?<window>[\d,]+)/i,
  // Ollama: ollama/ollama#17889, #18399.
  /longer than the context length|input length exceeds the context length|exceeded (?:max )?context length by/i,
  // Anthropic: stackblitz/bolt.new#1748, continuedev/continue#6080; Bedrock: anthropics/claude-code#760.
  /prompt is too long(?:: [\d,]+ tokens > (?<window>[\d,]+) maximum)?/i,
  /input length and .{0,4}max_tokens.{0,4} exceed context limit(?:: \d+ \+ \d+ > (?<window>[\d,]+))?/i,
  /input is too long for requested model/i,
  // Gemini and Vertex, by each of their APIs: google-gemini/gemini-cli#6678, BerriAI/litellm#18282.
  /input token count.{0,40}exceeds the maximum number of tokens allowed(?: \(?(?<window>[\d,]+))?/i,
  // DashScope: QwenLM/qwen-code#98.
  /range of input length should be \[\d+, ?(?<window>\d+)\]/i,
  // Kimi: MoonshotAI/kimi-cli#2011, kimi-code#1862.
  /exceeded model token limit(?:: (?<window>[\d,]+))?|total message size \d+ exceeds limit/i,
  // xAI: cline/cline#3120.
  /maximum prompt length is (?<window>[\d,]+)/i,
  // Mistral: docs.mistral.ai/resources/known-limitations.
  /too large for model with (?<window>[\d,]+) maximum context length/i,
  // MiniMax: MiniMax-AI/MiniMax-M2#119.
  /context window exceeds limit/i,
  // Together and text-generation-inference: BerriAI/litellm#4934.
  /inputs.{0,4} tokens \+ .{0,4}max_new_tokens.{0,4} must be <= (?<window>[\d,]+)/i,
  // Groq, and OpenAI where it says no number.
  /reduce the length of the (?:input )?messages/i,
  // GitHub Copilot, Cohere, DS4, RKLLM (jaylfc/taOS#1738).
  /prompt token count of [\d,]+ exceeds the limit of (?<window>[\d,]+)|too many (?:input )?tokens\b(?!, please wait)/i,
  /but the (?:configured context size|model context window) is (?<window>[\d,]+) tokens/i,
];

/** Limits of time, which have nothing to do with the model's window. Groq gives one with 413: continuedev/continue#10218. */
const RATE_LIMIT =
  /tokens?[ _-]per[ _-](?:second|min|hour|day)|\b(?:TPM|TPD)\b|rate[ _-]?limit|too many requests|throttl/i;
/** Statuses that say of what kind a refusal is, whatever its words. */
const OTHERS = new Set([401, 402, 403, 404, 429]);
/** As the setting `contextWindow`; a smaller number is something else. */
const LEAST_WINDOW = 512;
/** Anthropic's name of a 413, which it also sends as an event of a stream. */
const TOO_LARGE = /"request_too_large\\*"/;

/**
 * Finds out whether a refusal is about the length of the request.
 * @param status undefined for an error in a stream, which has none of its own
 * @param text the body of the refusal, or the JSON of the error; it may be JSON inside of JSON
 */
export function lengthRefusal(status: number | undefined, text: string): LengthRefusal | undefined {
  if (status !== undefined && OTHERS.has(status)) return undefined;
  const said = WORDS.map((words) => words.exec(text)).filter((match) => match !== null);
  if (said.length === 0 && status !== 413 && !TOO_LARGE.test(text)) return undefined;
  if (RATE_LIMIT.test(text)) return undefined;
  if (said.length === 0) return { code: 'too-large' };
  const window = said.map(({ groups }) => tokensIn(groups?.window)).find((tokens) => tokens >= LEAST_WINDOW);
  return { code: 'too-long', ...(window !== undefined && { window }) };
}

const tokensIn = (digits = ''): number => Number(digits.replaceAll(',', ''));
