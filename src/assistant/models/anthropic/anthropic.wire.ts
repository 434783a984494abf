import { trimmed } from '../request-parts.js';
import type { ModelCall, ModelWire, WireRequest } from '../wire.js';
import { AnthropicReader } from './anthropic-reader.js';
import { anthropicBody, anthropicHeaders } from './anthropic-request.js';

const BASE_URL = 'https://api.anthropic.com/v1';

/** Anthropic's Messages API, streamed (platform.claude.com/docs/en/api/messages). A baseUrl ends in `/v1`. */
export const anthropicWire: ModelWire = {
  type: 'anthropic',
  defaultBaseUrl: BASE_URL,
  stream: 'events',
  schemas: { form: 'full', argumentNames: /^[\w.-]{1,64}$/ },
  takesPdfs: true,
  needsKey: true,
  request,
  reader: (maxParts) => new AnthropicReader(maxParts),
  probe: async () => (await import('./anthropic-probe.js')).anthropicProbe,
};

function request(call: ModelCall): WireRequest {
  const { baseUrl = BASE_URL, apiKey } = call.input.agent.runtime;
  return {
    url: `${trimmed(baseUrl)}/messages`,
    headers: { accept: 'text/event-stream', ...anthropicHeaders(apiKey) },
    body: anthropicBody(call),
  };
}
