import { bearerHeaders, trimmed } from '../request-parts.js';
import type { ModelCall, ModelWire, WireRequest } from '../wire.js';
import { OllamaReader } from './ollama-reader.js';
import { ollamaRequest } from './ollama-request.js';

/**
 * Ollama by its own `/api/chat` (docs.ollama.com/api/chat). Its `/v1` takes no `num_ctx` and cuts a long prompt off
 * without a word; here Ollama is told to refuse one.
 *
 * `reasoning` is for models that think: others refuse `low`, `medium` and `high`; some know no levels and think as they
 * do by themselves. Images go to models that take them, and no other files.
 */
export const ollamaWire: ModelWire = {
  type: 'ollama',
  defaultBaseUrl: 'http://127.0.0.1:11434',
  stream: 'lines',
  schemas: { form: 'plain' },
  takesPdfs: false,
  needsKey: false,
  request,
  reader: (maxParts, contextWindow) => new OllamaReader(maxParts, contextWindow),
  probe: async () => (await import('./ollama-probe.js')).ollamaProbe,
};

/** The key is for a proxy, or for Ollama's own cloud. */
function request(call: ModelCall): WireRequest {
  const { baseUrl = ollamaWire.defaultBaseUrl ?? '', apiKey } = call.input.agent.runtime;
  return {
    url: `${trimmed(baseUrl)}/api/chat`,
    headers: { accept: 'application/x-ndjson', ...bearerHeaders(apiKey) },
    body: ollamaRequest(call),
  };
}
