import { callDelta, chat, chunk, events, WARM } from './bytes.js';
import type { Quirk } from './quirk.js';

const LIMA = { name: 'get_weather', input: { city: 'Lima' } };
const OSLO = { name: 'get_weather', input: { city: 'Oslo' } };
const whole = (city: string, more: object = {}) => ({
  ...more,
  type: 'function',
  function: { name: 'get_weather', arguments: `{"city":"${city}"}` },
});

const EMPTY = chat([{ role: 'assistant', content: '' }]);

/** Google's Gemini by chat completions, and what converts from it. */
export const GEMINI_COMPAT: readonly Quirk[] = [
  {
    name: 'gemini-compat-calls-without-ids',
    source: 'su-kaka/gcli2api#406: parallel calls, each whole, all with index 0 and an empty id',
    wires: ['openai-compatible'],
    answers: [
      chat(
        [callDelta(whole('Lima', { index: 0, id: '' })), callDelta(whole('Oslo', { index: 0, id: '' }))],
        'tool_calls',
      ),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA, OSLO] },
  },
  {
    name: 'gemini-compat-calls-without-index',
    source: 'BerriAI/litellm#16188, omnigent#28: two whole calls in one chunk with neither index nor id',
    wires: ['openai-compatible'],
    answers: [chat([{ tool_calls: [whole('Lima'), whole('Oslo')] }], 'stop'), WARM],
    right: { text: '|It is warm.', calls: [LIMA, OSLO] },
  },
  {
    name: 'gemini-compat-same-call-twice',
    source: 'BerriAI/litellm#16188: two calls alike are two calls',
    wires: ['openai-compatible'],
    answers: [
      chat([{ tool_calls: [whole('Lima', { index: 0 }), whole('Lima', { index: 0 })] }], 'stop'),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA, LIMA] },
  },
  {
    name: 'gemini-compat-done-without-reason',
    source: 'llmcord#84: finish_reason is null to the end, then [DONE]',
    wires: ['openai-compatible'],
    answers: [chat([{ role: 'assistant', content: 'It is' }, { content: ' warm.' }], null)],
    right: { text: 'It is warm.' },
  },
  {
    name: 'gemini-compat-done-without-reason-call',
    source: 'llmcord#84, with a call',
    wires: ['openai-compatible'],
    answers: [chat([callDelta(whole('Lima', { index: 0, id: 'a' }))], null), WARM],
    right: { text: '|It is warm.', calls: [LIMA] },
  },
  {
    name: 'gemini-compat-done-in-a-thought',
    source: 'llmcord#84, where nothing but a thought came',
    wires: ['openai-compatible'],
    answers: [chat([{ content: '<think>They ask' }], null)],
    right: { failure: { isRetryable: true } },
  },
  {
    name: 'gemini-compat-finish-in-camel-case',
    source: 'llmcord#84: the last chunk has "finishReason" in place of "finish_reason"',
    wires: ['openai-compatible'],
    answers: [
      {
        body: events(
          chunk({ role: 'assistant', content: 'Hello.' }),
          { object: 'chat.completion.chunk', choices: [{ index: 0, delta: {}, finishReason: 'stop' }] },
          '[DONE]',
        ),
      },
    ],
    right: { text: 'Hello.' },
  },
  {
    name: 'gemini-compat-error-in-a-list',
    source: 'ai.google.dev: an error in a stream of chat completions stands in a list',
    wires: ['openai-compatible'],
    answers: [
      {
        body: `data: ${JSON.stringify([{ error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } }])}\n\n`,
      },
    ],
    right: { failure: { status: 503, isRetryable: true } },
  },
  {
    name: 'gcli2api-empty-stop',
    source: 'su-kaka/gcli2api#406: finish_reason "stop", no token, no call',
    wires: ['openai-compatible'],
    answers: [EMPTY, WARM],
    right: { text: 'It is warm.' },
  },
  {
    name: 'gcli2api-empty-stop-twice',
    source: 'su-kaka/gcli2api#406, and again',
    wires: ['openai-compatible'],
    answers: [EMPTY],
    right: { failure: { code: 'empty', isRetryable: false }, asks: 2 },
  },
];
