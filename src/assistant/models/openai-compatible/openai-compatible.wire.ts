import { bearerHeaders, trimmed } from '../request-parts.js';
import type { ModelWire } from '../wire.js';
import { OpenAiCompatibleReader } from './openai-compatible-reader.js';
import { chatRequest } from './openai-compatible-request.js';

/** Any model behind `/chat/completions`, streamed, with tool calls (ADR 0043). */
export const openAiCompatibleWire: ModelWire = {
  type: 'openai-compatible',
  stream: 'events',
  schemas: { form: 'plain' },
  takesPdfs: false,
  needsKey: false,
  request: (call) => {
    const { baseUrl = '', apiKey } = call.input.agent.runtime;
    return {
      url: `${trimmed(baseUrl)}/chat/completions`,
      headers: { accept: 'text/event-stream', ...bearerHeaders(apiKey) },
      body: chatRequest(call),
    };
  },
  // Mistral: avante-corp/avante.nvim#2347, TabbyML/tabby#4082. It tells the tokens unasked.
  isUsageRefused: (status, body) => (status === 400 || status === 422) && body.includes('stream_options'),
  reader: (maxParts) => new OpenAiCompatibleReader(maxParts),
  probe: async () => (await import('./openai-compatible-probe.js')).openAiCompatibleProbe,
};
