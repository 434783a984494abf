import type { ListedModel, ListingCall } from '../wire.js';

const PATH = /^\/v1\/models\/([^/]+)$/;

const model = ({ name, lifecycle }: ListedModel): object => ({
  id: name,
  object: 'model',
  created: 0,
  owned_by: 'simulator',
  shutdown_date: lifecycle === 'active' ? null : '2027-01-01',
});

/** Anthropic has the same paths. */
const isOf: ListingCall['isOf'] = (headers) => headers['anthropic-version'] === undefined;

/** developers.openai.com/api/reference/resources/models; the list is that of `openai-compatible`. */
export const openAiListing: readonly ListingCall[] = [
  {
    method: 'get',
    path: PATH,
    isOf,
    nameIn: (path) => PATH.exec(path)?.[1] ?? '',
    write: ([asked]) => asked && model(asked),
  },
];
