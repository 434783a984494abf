import { fieldsOf } from '../../../common/index.js';
import type { AgentRuntimeConfig } from '../../../config/index.js';
import { nameOf, objectsOf } from '../probe/json.js';
import type { ListedModel, ModelProbe, ProbeCall, ProbeRefusal } from '../probe/model-probe.js';
import { bearerHeaders, trimmed } from '../request-parts.js';

/** `GET /v1/models/{id}` and the list (developers.openai.com/api/reference/resources/models). */
export const openAiProbe: ModelProbe = {
  model: {
    call: (runtime) => call(runtime, `/models/${encodeURIComponent(runtime.model ?? '')}`),
    read: (body) => (fieldsOf(body).object === 'model' ? factsOf(body) : undefined),
  },
  list: {
    call: (runtime) => call(runtime, '/models'),
    read: (body) => objectsOf(fieldsOf(body).data)?.map(factsOf),
  },
  knock: (runtime) => ({ ...call(runtime, '/responses'), method: 'POST', body: '{' }),
  isNamed: (listed, name) => listed.name === name,
  refusal: openAiRefusal,
};

/** A restricted key may write answers and not read the models; a project has models that are closed to it. */
export function openAiRefusal(status: number, text: string): ProbeRefusal | undefined {
  if ((status === 401 || status === 403) && /missing scopes/i.test(text)) return 'scope';
  if (status === 403 && text.includes('"model_not_found"')) return 'model';
  return status === 429 && text.includes('"insufficient_quota"') ? 'unpaid' : undefined;
}

function call({ baseUrl = '', apiKey }: AgentRuntimeConfig, path: string): ProbeCall {
  return { method: 'GET', url: `${trimmed(baseUrl)}${path}`, headers: bearerHeaders(apiKey) };
}

function factsOf(model: unknown): ListedModel {
  const { id, shutdown_date: end } = fieldsOf(model);
  return { name: nameOf(id), retirement: typeof end === 'string' ? 'announced' : undefined };
}
