import { refusal, WARM } from './bytes.js';
import type { Quirk } from './quirk.js';

/** Fields of a request that a server refuses, and answers without. */
export const OPTIONS: readonly Quirk[] = [
  {
    name: 'mistral-no-stream-options',
    source:
      'avante-corp/avante.nvim#2347, TabbyML/tabby#4082: a 422 for stream_options, and the tokens unasked',
    wires: ['openai-compatible'],
    answers: [
      refusal(422, {
        object: 'error',
        message: {
          detail: [
            {
              type: 'extra_forbidden',
              loc: ['body', 'stream_options', 'include_usage'],
              msg: 'Extra inputs are not permitted',
              input: true,
            },
          ],
        },
        type: 'invalid_request_error',
        param: null,
        code: null,
      }),
      WARM,
    ],
    right: { text: 'It is warm.', history: 16 },
  },
  {
    name: 'litellm-mistral-no-stream-options',
    source: 'BerriAI/litellm#8978: the same behind a relay, as 400',
    wires: ['openai-compatible'],
    answers: [
      refusal(400, {
        error: {
          message:
            "litellm.BadRequestError: MistralException - {'detail': [{'type': 'extra_forbidden', 'loc': ['body', 'stream_options', 'include_usage'], 'msg': 'Extra inputs are not permitted', 'input': True}]}",
          type: null,
          param: null,
          code: '400',
        },
      }),
      WARM,
    ],
    right: { text: 'It is warm.', history: 16 },
  },
];
