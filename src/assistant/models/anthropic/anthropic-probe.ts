import { fieldsOf } from '../../../common/index.js';
import type { AgentRuntimeConfig } from '../../../config/index.js';
import { countOf, nameOf, objectsOf } from '../probe/json.js';
import type { ListedModel, ModelProbe, ProbeCall } from '../probe/model-probe.js';
import { trimmed } from '../request-parts.js';
import { anthropicHeaders } from './anthropic-request.js';

/** The balance is named in a 400, not by a status of its own. */
const UNPAID = /credit balance is too low/i;

/** `GET /v1/models/{id}`, which knows aliases too, and the list (platform.claude.com/docs/en/api/models). */
export const anthropicProbe: ModelProbe = {
  model: {
    call: (runtime) => call(runtime, `/models/${encodeURIComponent(runtime.model ?? '')}`),
    read: (body) => (fieldsOf(body).type === 'model' ? factsOf(body) : undefined),
  },
  list: {
    call: (runtime) => call(runtime, '/models?limit=1000'),
    read: (body) => objectsOf(fieldsOf(body).data)?.map(factsOf),
  },
  knock: (runtime) => ({ ...call(runtime, '/messages'), method: 'POST', body: '{' }),
  isNamed: (listed, name) => listed.name === name,
  refusal: (status, text) => (status === 400 && UNPAID.test(text) ? 'unpaid' : undefined),
};

function call({ baseUrl = '', apiKey }: AgentRuntimeConfig, path: string): ProbeCall {
  return { method: 'GET', url: `${trimmed(baseUrl)}${path}`, headers: anthropicHeaders(apiKey) };
}

function factsOf(model: unknown): ListedModel {
  const { id, lifecycle, max_input_tokens: window } = fieldsOf(model);
  const retirement = lifecycle === 'retired' ? 'over' : lifecycle === 'deprecated' ? 'announced' : undefined;
  return { name: nameOf(id), contextWindow: countOf(window), retirement };
}
