import { bearerHeaders, trimmed } from '../request-parts.js';
import type { ModelWire } from '../wire.js';
import { OpenAiCompatibleReader } from './openai-compatible-reader.js';
import { chatRequest } from './openai-compatible-request.js';

/**
 * How servers say that a request is too long: OpenAI and vLLM by a code or in words, llama.cpp by a type, LM Studio and
 * OpenRouter in words.
 */
const TOO_LONG =
  /context_length_exceeded|exceed_context_size|maximum context|context (?:length|window|size)|(?:prompt|input|request) is too (?:long|large)|too many (?:input )?tokens/i;
const TOO_LONG_STATUSES = new Set([400, 413, 422]);
/** Older servers answer 500. There a code alone says it: a server that breaks may speak of its context too. */
const TOO_LONG_CODE = /"(?:context_length_exceeded|exceed_context_size_error)"/;

function isTooLong(status: number, body: string): boolean {
  return status >= 500 ? TOO_LONG_CODE.test(body) : TOO_LONG_STATUSES.has(status) && TOO_LONG.test(body);
}

/** Any model behind `/chat/completions`, streamed, with tool calls (ADR 0043). */
export const openAiCompatibleWire: ModelWire = {
  type: 'openai-compatible',
  stream: 'events',
  schemas: { form: 'plain' },
  takesPdfs: false,
  request: (call) => {
    const { baseUrl = '', apiKey } = call.input.agent.runtime;
    return {
      url: `${trimmed(baseUrl)}/chat/completions`,
      headers: { accept: 'text/event-stream', ...bearerHeaders(apiKey) },
      body: chatRequest(call),
    };
  },
  reader: (maxParts) => new OpenAiCompatibleReader(maxParts),
  isTooLong,
  probe: async () => (await import('./openai-compatible-probe.js')).openAiCompatibleProbe,
};
