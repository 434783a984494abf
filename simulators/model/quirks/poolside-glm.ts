import { callDelta, chat, refusal, WARM } from './bytes.js';
import type { Quirk } from './quirk.js';

const LIMA = { name: 'get_weather', input: { city: 'Lima' } };
const OSLO = { name: 'get_weather', input: { city: 'Oslo' } };

const THOUGHT_AWAY = chat(
  [{ role: 'assistant', content: '', reasoning_content: 'They ask about' }],
  'length',
);

/** Poolside, Z.ai's GLM, and servers with their parser. */
export const POOLSIDE_GLM: readonly Quirk[] = [
  {
    name: 'poolside-id-changes',
    source: 'poolsideai/pool#9: the first piece has one id, all further pieces have another',
    wires: ['openai-compatible'],
    answers: [
      chat(
        [
          callDelta({ index: 0, id: 'call_1', type: 'function', function: { name: 'get_weather' } }),
          callDelta({ index: 0, id: 'call_2', function: { arguments: '{"city":' } }),
          callDelta({ index: 0, id: 'call_2', function: { arguments: '"Lima"}' } }),
        ],
        'tool_calls',
      ),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA] },
  },
  {
    name: 'glm-id-of-each-piece',
    source: 'cubist38/mlx-openai-server#216, BerriAI/litellm#28223: a new random id with each piece',
    wires: ['openai-compatible'],
    answers: [
      chat(
        [
          callDelta({ index: 0, id: 'call_a', function: { name: 'get_weather', arguments: '' } }),
          callDelta({ index: 0, id: 'call_b', function: { name: null, arguments: '{"city"' } }),
          callDelta({ index: 0, id: 'call_c', function: { name: '', arguments: ':"Lima"}' } }),
          callDelta({ index: 1, id: 'call_d', function: { name: 'get_weather', arguments: '{"city"' } }),
          callDelta({ index: 1, id: 'call_e', function: { arguments: ':"Oslo"}' } }),
        ],
        'tool_calls',
      ),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA, OSLO] },
  },
  {
    name: 'glm-id-comes-late',
    source: 'use-agent-os/agent-os#3171: first a piece with an index alone, then the id and the name',
    wires: ['openai-compatible'],
    answers: [
      chat(
        [
          callDelta({ index: 0, type: 'function' }),
          callDelta({ index: 0, id: 'call_123', function: { name: 'get_weather', arguments: '{"city":' } }),
          callDelta({ index: 0, function: { arguments: '"Lima"}' } }),
        ],
        'tool_calls',
      ),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA] },
  },
  {
    name: 'glm-empty-finish-reason-calls',
    source: 'adolfousier/opencrabs#1499: finish_reason "" between the pieces of a call',
    wires: ['openai-compatible'],
    answers: [
      {
        body: chat(
          [
            callDelta({ index: 0, id: 'c', function: { name: 'get_weather', arguments: '{"city":' } }),
            callDelta({ index: 0, function: { arguments: '"Lima"}' } }),
          ],
          'tool_calls',
        ).body.replaceAll('"finish_reason":null', '"finish_reason":""'),
      },
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA] },
  },
  {
    name: 'glm-arguments-as-object',
    source: 'servers that send the arguments as an object, at once',
    wires: ['openai-compatible'],
    answers: [
      chat(
        [callDelta({ index: 0, id: 'c', function: { name: 'get_weather', arguments: LIMA.input } })],
        'stop',
      ),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA] },
  },
  {
    name: 'glm-arguments-as-empty-list',
    source: 'relays in PHP, which write an empty object as a list',
    wires: ['openai-compatible'],
    answers: [
      chat([callDelta({ index: 0, id: 'c', function: { name: 'get_time', arguments: '[]' } })], 'tool_calls'),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [{ name: 'get_time', input: {} }] },
  },
  {
    name: 'glm-all-tokens-thought-away',
    source: 'codecoradev/cora-code#536: content "" and finish_reason "length", all tokens were thoughts',
    wires: ['openai-compatible'],
    answers: [THOUGHT_AWAY, WARM],
    right: { text: 'It is warm.' },
  },
  {
    name: 'glm-all-tokens-thought-away-twice',
    source: 'codecoradev/cora-code#536, and again with more room',
    wires: ['openai-compatible'],
    answers: [THOUGHT_AWAY],
    right: { failure: { code: 'empty', isRetryable: false }, asks: 2 },
  },
  {
    name: 'glm-more-room-refused',
    source: 'servers whose models have less room than is asked for',
    wires: ['openai-compatible'],
    answers: [THOUGHT_AWAY, refusal(400, { error: { message: 'max_tokens is too large: 32768' } })],
    right: { failure: { code: 'empty', isRetryable: false } },
  },
  {
    name: 'glm-sensitive',
    source: 'docs.z.ai: finish_reason "sensitive" where a filter has intervened',
    wires: ['openai-compatible'],
    answers: [chat([{ content: '' }], 'sensitive')],
    right: { failure: { code: 'refused', isRetryable: false } },
  },
];
