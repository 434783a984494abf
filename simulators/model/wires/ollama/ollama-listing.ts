import { text } from '../refusal.js';
import type { ListedModel, ListingCall } from '../wire.js';

const DETAILS = { format: 'gguf', family: 'simulated', parameter_size: '8B', quantization_level: 'Q4_K_M' };
const USUAL_CONTEXT = 131_072;

const shown = ({ contextWindow, answers, takesTools }: ListedModel): object => ({
  template: '',
  modified_at: '2026-01-01T00:00:00Z',
  details: DETAILS,
  model_info: {
    'general.architecture': 'simulated',
    'simulated.context_length': Number.isFinite(contextWindow) ? contextWindow : USUAL_CONTEXT,
  },
  capabilities: answers ? ['completion', ...(takesTools ? ['tools'] : [])] : ['embedding'],
});

/** docs.ollama.com/api: `POST /api/show` and `GET /api/tags`. */
export const ollamaListing: readonly ListingCall[] = [
  {
    method: 'post',
    path: '/api/show',
    nameIn: (_, { model }) => text(model),
    write: ([asked]) => asked && shown(asked),
  },
  {
    method: 'get',
    path: '/api/tags',
    write: (models) => ({ models: models.map(({ name }) => ({ name, model: name, details: DETAILS })) }),
  },
];
