import { fieldsOf } from '../../../common/index.js';
import type { AgentRuntimeConfig } from '../../../config/index.js';
import { countOf, nameOf, objectsOf } from '../probe/json.js';
import type { ListedModel, ModelProbe, ProbeCall } from '../probe/model-probe.js';
import { geminiBase, geminiHeaders, isWrongKey, pathOf } from './gemini-address.js';

/** `GET /v1beta/models/{name}` and the list (ai.google.dev/api/models). */
export const geminiProbe: ModelProbe = {
  model: {
    call: (runtime) => call(runtime, pathOf(runtime.model ?? '')),
    read: (body) => (nameOf(fieldsOf(body).name) === '' ? undefined : factsOf(body)),
  },
  list: {
    call: (runtime) => call(runtime, 'models?pageSize=1000'),
    read: (body) => objectsOf(fieldsOf(body).models)?.map(factsOf),
  },
  knock: (runtime) => ({
    ...call(runtime, `${pathOf(runtime.model ?? '')}:generateContent`),
    method: 'POST',
    body: '{',
  }),
  isNamed: (listed, name) => listed.name === bare(name),
  refusal: (status, text) => (isWrongKey(status, text) ? 'key' : undefined),
};

function call({ baseUrl = '', apiKey }: AgentRuntimeConfig, path: string): ProbeCall {
  return { method: 'GET', url: `${geminiBase(baseUrl)}/${path}`, headers: geminiHeaders(apiKey) };
}

/** The input and the output have a limit each. */
function factsOf(model: unknown): ListedModel {
  const { name, inputTokenLimit, outputTokenLimit, supportedGenerationMethods: methods } = fieldsOf(model);
  const input = countOf(inputTokenLimit);
  return {
    name: bare(nameOf(name)),
    contextWindow: input === undefined ? undefined : input + (countOf(outputTokenLimit) ?? 0),
    answers: Array.isArray(methods) ? methods.includes('generateContent') : undefined,
  };
}

const bare = (name: string): string => name.replace(/^models\//, '');
