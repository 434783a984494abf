import type { ModelWire } from '../wire.js';
import { OpenAiCompatibleReader } from './openai-compatible.reader.js';
import { chatRequest } from './openai-compatible.request.js';

/**
 * How servers say that a request is too long: OpenAI and vLLM by a code or in words, llama.cpp by a type, LM Studio and
 * OpenRouter in words. Older ones answer 500.
 */
const TOO_LONG =
  /context_length_exceeded|exceed_context_size|maximum context|context (?:length|window|size)|(?:prompt|input|request) is too (?:long|large)|too many (?:input )?tokens/i;
const TOO_LONG_STATUSES = new Set([400, 413, 422, 500]);

/** Any model behind `/chat/completions`, streamed, with tool calls (ADR 0043). */
export const openAiCompatibleWire: ModelWire = {
  type: 'openai-compatible',
  stream: 'events',
  takesPdfs: false,
  request: (call) => {
    const { baseUrl = '', apiKey } = call.input.agent.runtime;
    return {
      url: `${baseUrl.replace(/\/$/, '')}/chat/completions`,
      headers: {
        accept: 'text/event-stream',
        ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      },
      body: chatRequest(call),
    };
  },
  reader: (maxParts) => new OpenAiCompatibleReader(maxParts),
  isTooLong: (status, body) => TOO_LONG_STATUSES.has(status) && TOO_LONG.test(body),
};
