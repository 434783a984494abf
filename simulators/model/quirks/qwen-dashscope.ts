import { callDelta, chat, WARM } from './bytes.js';
import type { Quirk } from './quirk.js';

const LIMA = { name: 'get_weather', input: { city: 'Lima' } };
const fn = (name: string | null, args: unknown) => ({ function: { name, arguments: args } });

/** Alibaba's DashScope in its mode for OpenAI's clients. */
export const QWEN_DASHSCOPE: readonly Quirk[] = [
  {
    name: 'dashscope-null-arguments-first',
    source: 'DataDog/dd-trace-py#19031: "arguments": null in the first piece',
    wires: ['openai-compatible'],
    answers: [
      chat(
        [
          callDelta({ index: 0, id: 'call_1', type: 'function', ...fn('get_weather', null) }),
          callDelta({ index: 0, id: '', type: 'function', ...fn(null, '{"city":') }),
          callDelta({ index: 0, id: '', type: 'function', ...fn('', '"Lima"}') }),
        ],
        'tool_calls',
      ),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA] },
  },
  {
    name: 'dashscope-null-arguments-last',
    source: 'QuantumNous/new-api#3326: a last piece with "arguments": null',
    wires: ['openai-compatible'],
    answers: [
      chat(
        [
          callDelta({ index: 0, id: 'call_1', ...fn('get_weather', '{"city":"Lima"}') }),
          callDelta({ index: 0, id: '', ...fn('', null) }),
        ],
        'tool_calls',
      ),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA] },
  },
  {
    name: 'dashscope-null-arguments-only',
    source: 'open-webui#27195: a call whose arguments are null in all pieces',
    wires: ['openai-compatible'],
    answers: [
      chat(
        [
          callDelta({ index: 0, id: 'call_1', ...fn('get_time', null) }),
          callDelta({ index: 0, ...fn(null, null) }),
        ],
        'tool_calls',
      ),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [{ name: 'get_time', input: {} }] },
  },
  {
    name: 'dashscope-name-with-each-piece',
    source: 'servers that repeat the id and the name with each piece',
    wires: ['openai-compatible'],
    answers: [
      chat(
        [
          callDelta({ index: 0, id: 'call_1', ...fn('get_weather', '') }),
          callDelta({ index: 0, id: 'call_1', ...fn('get_weather', '{"city"') }),
          callDelta({ index: 0, id: 'call_1', ...fn('get_weather', ':"Lima"}') }),
        ],
        'tool_calls',
      ),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA] },
  },
  {
    name: 'qwen-arguments-twice-encoded',
    source: 'arguments that are the JSON of a text, which is the JSON of the object',
    wires: ['openai-compatible'],
    answers: [
      chat(
        [callDelta({ index: 0, id: 'c', ...fn('get_weather', '"{\\"city\\":\\"Lima\\"}"') })],
        'tool_calls',
      ),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA] },
  },
  {
    name: 'qwen-null-finish-text',
    source: 'DashScope writes "null" as a text where nothing has ended',
    wires: ['openai-compatible'],
    answers: [
      {
        body: chat([
          { content: '<thi' },
          { content: 'nk>a</think>It is' },
          { content: ' warm.' },
        ]).body.replaceAll('"finish_reason":null', '"finish_reason":"null"'),
      },
    ],
    right: { text: 'It is warm.' },
  },
];
