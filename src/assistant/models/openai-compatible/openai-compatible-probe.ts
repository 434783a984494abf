import { fieldsOf } from '../../../common/index.js';
import { openAiRefusal } from '../openai/openai-probe.js';
import { countOf, nameOf, objectsOf } from '../probe/json.js';
import type { ListedModel, ModelProbe } from '../probe/model-probe.js';
import { bearerHeaders, trimmed } from '../request-parts.js';

/**
 * `GET {baseUrl}/models`. Some servers have no list; llama.cpp and OpenRouter show theirs without a look at the key,
 * which they ask for at `/chat/completions`.
 */
export const openAiCompatibleProbe: ModelProbe = {
  list: {
    call: ({ baseUrl = '', apiKey }) => ({
      method: 'GET',
      url: `${trimmed(baseUrl)}/models`,
      headers: bearerHeaders(apiKey),
    }),
    // Together AI sends the list bare.
    read: (body) => (objectsOf(fieldsOf(body).data) ?? objectsOf(body))?.map(factsOf),
  },
  // OpenRouter takes variants of the names in its list, as in `:free`.
  isNamed: ({ name, answersEveryName }, wanted) =>
    answersEveryName === true || name === wanted || name === wanted.replace(/:\w+$/, ''),
  refusal: openAiRefusal,
  isOpen: true,
  knock: ({ baseUrl = '', apiKey }) => ({
    method: 'POST',
    url: `${trimmed(baseUrl)}/chat/completions`,
    headers: bearerHeaders(apiKey),
    body: '{',
  }),
};

/** The context is told by vLLM, OpenRouter and llama.cpp, each under a name of its own. */
function factsOf(model: unknown): ListedModel {
  const { id, owned_by: owner, max_model_len: ofVllm, context_length: ofRouter, meta } = fieldsOf(model);
  const contextWindow = countOf(ofVllm) ?? countOf(ofRouter) ?? countOf(fieldsOf(meta).n_ctx);
  // llama.cpp answers with the one model that it has loaded, whatever it is called.
  return { name: nameOf(id), contextWindow, answersEveryName: owner === 'llamacpp' };
}
