import type { ListedModel, ListingCall } from '../wire.js';

const PATH = /^\/v1\/models\/([^/]+)$/;
/** OpenAI has the same paths. */
const isOf: ListingCall['isOf'] = (headers) => headers['anthropic-version'] !== undefined;

const info = ({ name, contextWindow, lifecycle }: ListedModel): object => ({
  type: 'model',
  id: name,
  display_name: name,
  created_at: '2026-01-01T00:00:00Z',
  capabilities: null,
  line: null,
  lifecycle,
  deprecated_at: null,
  retires_at: null,
  max_input_tokens: Number.isFinite(contextWindow) ? contextWindow : null,
  max_tokens: null,
});

/** platform.claude.com/docs/en/api/models */
export const anthropicListing: readonly ListingCall[] = [
  {
    method: 'get',
    path: PATH,
    isOf,
    nameIn: (path) => PATH.exec(path)?.[1] ?? '',
    write: ([model]) => model && info(model),
  },
  {
    method: 'get',
    path: '/v1/models',
    isOf,
    write: (models) => ({
      data: models.map(info),
      has_more: false,
      first_id: models[0]?.name ?? null,
      last_id: models.at(-1)?.name ?? null,
    }),
  },
];
