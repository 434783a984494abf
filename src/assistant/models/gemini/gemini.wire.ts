import type { ModelCall, ModelWire, WireRequest } from '../wire.js';
import { geminiBase, geminiHeaders, isWrongKey, pathOf } from './gemini-address.js';
import { GeminiReader } from './gemini-reader.js';
import { geminiRequest } from './gemini-request.js';

/**
 * Google's Gemini by `streamGenerateContent` (ai.google.dev/api/generate-content).
 *
 * `baseUrl` is written as for Google's own client, without the version, which is added; one that ends with a version
 * (`…/v1`) is taken as it is. `model` may have its path before it (`models/…`, `tunedModels/…`).
 */
export const geminiWire: ModelWire = {
  type: 'gemini',
  defaultBaseUrl: 'https://generativelanguage.googleapis.com',
  stream: 'events',
  schemas: { form: 'plain' },
  takesPdfs: true,
  needsKey: true,
  request,
  reader: (maxParts) => new GeminiReader(maxParts),
  isWrongKey,
  probe: async () => (await import('./gemini-probe.js')).geminiProbe,
};

function request(call: ModelCall): WireRequest {
  const { baseUrl = geminiWire.defaultBaseUrl ?? '', apiKey, model = '' } = call.input.agent.runtime;
  return {
    url: `${geminiBase(baseUrl)}/${pathOf(model)}:streamGenerateContent?alt=sse`,
    headers: { accept: 'text/event-stream', ...geminiHeaders(apiKey) },
    body: geminiRequest(call),
  };
}
