import { callDelta, chat, chunk, events, WARM } from './bytes.js';
import type { Quirk } from './quirk.js';

const LIMA = { name: 'get_weather', input: { city: 'Lima' } };
const OSLO = { name: 'get_weather', input: { city: 'Oslo' } };

/** SGLang. */
export const SGLANG: readonly Quirk[] = [
  {
    name: 'sglang-empty-finish-reason',
    source: 'sgl-project/sglang#3912: finish_reason "" and null fields in each chunk',
    wires: ['openai-compatible'],
    answers: [
      {
        body: events(
          chunk({ role: null, content: '<think>a</think>It is', tool_calls: null }, ''),
          chunk({ role: null, content: ' warm.', tool_calls: null }, ''),
          chunk({ role: null, content: null, tool_calls: null }, 'stop'),
          '[DONE]',
        ),
      },
    ],
    right: { text: 'It is warm.' },
  },
  {
    name: 'sglang-index-of-the-tool',
    source:
      'sgl-project/sglang#6310: the first piece has the index of the tool, further ones that of the call',
    wires: ['openai-compatible'],
    answers: [
      chat(
        [
          callDelta({
            index: 1,
            id: 'call_a',
            type: 'function',
            function: { name: 'get_weather', arguments: '' },
          }),
          callDelta({ index: 0, id: null, function: { name: null, arguments: '{"city":' } }),
          callDelta({ index: 0, id: null, function: { name: null, arguments: '"Lima"}' } }),
        ],
        'tool_calls',
      ),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA] },
  },
  {
    name: 'sglang-no-id-of-the-second-call',
    source: 'sgl-project/sglang#7048: calls behind the first have no id',
    wires: ['openai-compatible'],
    answers: [
      chat(
        [
          callDelta({
            index: 0,
            id: 'call_a',
            function: { name: 'get_weather', arguments: '{"city":"Lima"}' },
          }),
          callDelta({ index: 1, id: null, function: { name: 'get_weather', arguments: '{"city":' } }),
          callDelta({ index: 1, id: null, function: { name: null, arguments: '"Oslo"}' } }),
        ],
        'tool_calls',
      ),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA, OSLO] },
  },
  {
    name: 'sglang-ids-repeat-in-an-answer',
    source: 'sgl-project/sglang#6310 and its kind: parallel calls with one id',
    wires: ['openai-compatible'],
    answers: [
      chat(
        [
          callDelta({
            index: 0,
            id: 'call_0',
            function: { name: 'get_weather', arguments: '{"city":"Lima"}' },
          }),
          callDelta({
            index: 1,
            id: 'call_0',
            function: { name: 'get_weather', arguments: '{"city":"Oslo"}' },
          }),
        ],
        'tool_calls',
      ),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA, OSLO] },
  },
];
