import { fieldsOf } from '../../../common/index.js';
import type { AgentRuntimeConfig } from '../../../config/index.js';
import { countOf, nameOf, objectsOf } from '../probe/json.js';
import type { ModelFacts, ModelProbe, ProbeCall } from '../probe/model-probe.js';
import { bearerHeaders, trimmed } from '../request-parts.js';

/** `POST /api/show` for the model, `GET /api/tags` for all that are pulled (docs.ollama.com/api). It loads no model. */
export const ollamaProbe: ModelProbe = {
  model: {
    call: (runtime) => call(runtime, '/api/show', JSON.stringify({ model: runtime.model })),
    read: (body) => {
      const { details, model_info: info } = fieldsOf(body);
      return details === undefined && info === undefined ? undefined : factsOf(body);
    },
  },
  list: {
    call: (runtime) => call(runtime, '/api/tags'),
    read: (body) => objectsOf(fieldsOf(body).models)?.map(({ name }) => ({ name: nameOf(name) })),
  },
  isNamed: ({ name }, wanted) => name === wanted || name === `${wanted}:latest`,
  isOpen: true,
  knock: (runtime) => call(runtime, '/api/chat', '{'),
  fetchCommand: 'ollama pull',
};

function call({ baseUrl = '', apiKey }: AgentRuntimeConfig, path: string, body?: string): ProbeCall {
  const url = `${trimmed(baseUrl)}${path}`;
  const headers = bearerHeaders(apiKey);
  return body === undefined ? { method: 'GET', url, headers } : { method: 'POST', url, headers, body };
}

/** Versions before 0.6 tell no capabilities. */
function factsOf(model: unknown): ModelFacts {
  const { model_info: info, capabilities } = fieldsOf(model);
  const details = fieldsOf(info);
  const can = Array.isArray(capabilities) ? capabilities : undefined;
  return {
    contextWindow: countOf(details[`${nameOf(details['general.architecture'])}.context_length`]),
    answers: can?.includes('completion'),
    takesTools: can?.includes('tools'),
  };
}
