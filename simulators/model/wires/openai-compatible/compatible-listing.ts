import type { ListedModel, ListingCall } from '../wire.js';

const entry = ({ name, contextWindow, answersEveryName }: ListedModel): object => ({
  id: name,
  object: 'model',
  created: 0,
  owned_by: answersEveryName ? 'llamacpp' : 'simulator',
  ...(Number.isFinite(contextWindow) && { max_model_len: contextWindow }),
});

/** Anthropic has the same path. */
const isOf: ListingCall['isOf'] = (headers) => headers['anthropic-version'] === undefined;

/** The list as OpenAI, vLLM and llama.cpp send it. */
export const compatibleListing: readonly ListingCall[] = [
  {
    method: 'get',
    path: '/v1/models',
    isOf,
    write: (models) => ({ object: 'list', data: models.map(entry) }),
  },
];
