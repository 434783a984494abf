import type { ListedModel, ListingCall } from '../wire.js';

const PATH = /^\/v1beta\/models\/([^/:]+)$/;
const OUTPUT_TOKENS = 65_536;

const model = ({ name, contextWindow, answers }: ListedModel): object => ({
  name: `models/${name}`,
  displayName: name,
  outputTokenLimit: OUTPUT_TOKENS,
  inputTokenLimit: Number.isFinite(contextWindow) ? contextWindow : 1_048_576,
  supportedGenerationMethods: answers ? ['generateContent', 'countTokens'] : ['embedContent'],
});

/** ai.google.dev/api/models */
export const geminiListing: readonly ListingCall[] = [
  {
    method: 'get',
    path: PATH,
    nameIn: (path) => PATH.exec(path)?.[1] ?? '',
    write: ([asked]) => asked && model(asked),
  },
  { method: 'get', path: '/v1beta/models', write: (models) => ({ models: models.map(model) }) },
];
