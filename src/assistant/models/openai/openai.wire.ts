import { bearerHeaders, trimmed } from '../request-parts.js';
import type { ModelCall, ModelWire, WireRequest } from '../wire.js';
import { OpenAiReader } from './openai-reader.js';
import { openAiBody } from './openai-request.js';

const BASE_URL = 'https://api.openai.com/v1';

/**
 * OpenAI's Responses API, streamed and without anything stored at the vendor
 * (platform.openai.com/docs/api-reference/responses). A baseUrl ends in `/v1`.
 */
export const openAiWire: ModelWire = {
  type: 'openai',
  defaultBaseUrl: BASE_URL,
  stream: 'events',
  schemas: { form: 'full' },
  takesPdfs: true,
  needsKey: true,
  request,
  reader: (maxParts) => new OpenAiReader(maxParts),
  probe: async () => (await import('./openai-probe.js')).openAiProbe,
};

function request(call: ModelCall): WireRequest {
  const { baseUrl = BASE_URL, apiKey } = call.input.agent.runtime;
  return {
    url: `${trimmed(baseUrl)}/responses`,
    headers: { accept: 'text/event-stream', ...bearerHeaders(apiKey) },
    body: openAiBody(call),
  };
}
