import { events } from './bytes.js';
import type { Quirk } from './quirk.js';

const parts = (list: readonly (object | null)[] | null, finishReason?: string | null): object => ({
  candidates: [
    { content: { role: 'model', parts: list }, ...(finishReason !== undefined && { finishReason }) },
  ],
});
const said = (text: string) => ({ body: events(parts([{ text }], 'STOP')) });
const call = (args: unknown, name = 'get_weather'): object => ({ functionCall: { name, args } });
const LIMA = { name: 'get_weather', input: { city: 'Lima' } };

/** Gemini by its own protocol, Vertex, and relays before them. */
export const GEMINI: readonly Quirk[] = [
  {
    name: 'gemini-null-args',
    source: 'a call without arguments has "args": null',
    wires: ['gemini'],
    answers: [{ body: events(parts([call(null, 'get_time')], 'STOP')) }, said('It is noon.')],
    right: { text: '|It is noon.', calls: [{ name: 'get_time', input: {} }] },
  },
  {
    name: 'gemini-args-as-text',
    source: 'relays that leave the arguments a text',
    wires: ['gemini'],
    answers: [{ body: events(parts([call('{"city":"Lima"}')], 'STOP')) }, said('It is warm.')],
    right: { text: '|It is warm.', calls: [LIMA] },
  },
  {
    name: 'gemini-parallel-calls-without-ids',
    source: 'one chunk for each call, none with an id',
    wires: ['gemini'],
    answers: [
      { body: events(parts([call({ city: 'Lima' })]), parts([call({ city: 'Lima' })]), parts([], 'STOP')) },
      said('It is warm.'),
    ],
    right: { text: '|It is warm.', calls: [LIMA, LIMA] },
  },
  {
    name: 'gemini-null-parts',
    source: 'chunks whose parts, text or finishReason are null',
    wires: ['gemini'],
    answers: [
      {
        body: events(
          parts(null, null),
          parts([{ text: null }, null, { text: 'Hello' }], null),
          parts([{ text: '.' }], 'STOP'),
          { candidates: null },
          { candidates: [null] },
        ),
      },
    ],
    right: { text: 'Hello.' },
  },
  {
    name: 'gemini-empty-finish-reason',
    source: 'relays that write "finishReason": "" while nothing has ended',
    wires: ['gemini'],
    answers: [{ body: events(parts([{ text: 'It is' }], '')), then: 'cut' }],
    right: { text: 'It is', failure: { isRetryable: true } },
  },
  {
    name: 'gemini-open-behind-the-end',
    source: 'a connection that stays open behind finishReason',
    wires: ['gemini'],
    answers: [{ ...said('Hello.'), then: { bytes: ': ping\n\n', everyMs: 20 } }],
    settings: { firstByteMs: 200, timeoutMs: 5_000 },
    right: { text: 'Hello.' },
  },
  {
    name: 'gemini-cut-behind-the-end',
    source: 'a connection that breaks behind finishReason',
    wires: ['gemini'],
    answers: [{ ...said('Hello.'), then: 'cut' }],
    right: { text: 'Hello.' },
  },
  {
    name: 'gemini-thoughts-are-not-shown',
    source: 'ai.google.dev/gemini-api/docs/thinking: parts with "thought": true',
    wires: ['gemini'],
    answers: [
      { body: events(parts([{ text: 'They ask', thought: true }]), parts([{ text: 'Hello.' }], 'STOP')) },
    ],
    right: { text: 'Hello.' },
  },
  {
    name: 'gemini-error-in-a-list',
    source: 'an error in the stream as a list, as without alt=sse',
    wires: ['gemini'],
    answers: [{ body: events([{ error: { code: 503, status: 'UNAVAILABLE', message: 'x' } }]) }],
    right: { failure: { status: 503, isRetryable: true } },
  },
  {
    name: 'gemini-empty-data',
    source: 'empty data between the chunks',
    wires: ['gemini'],
    answers: [{ body: `data:\n\n${said('Hello.').body}` }],
    right: { text: 'Hello.' },
  },
  {
    name: 'gemini-done',
    source: 'relays that end with [DONE]',
    wires: ['gemini'],
    answers: [{ body: `${said('Hello.').body}data: [DONE]\n\n` }],
    right: { text: 'Hello.' },
  },
  {
    name: 'gemini-blocked-prompt',
    source: 'ai.google.dev: a refused prompt has no candidates',
    wires: ['gemini'],
    answers: [{ body: events({ promptFeedback: { blockReason: 'SAFETY' } }) }],
    right: { failure: { code: 'refused', isRetryable: false } },
  },
  {
    name: 'gemini-empty-stop',
    source: 'google-gemini/deprecated-generative-ai-python#280, gcli2api#406: a candidate without parts',
    wires: ['gemini'],
    answers: [
      { body: events({ candidates: [{ content: { role: 'model' }, finishReason: 'STOP' }] }) },
      { body: events({ candidates: [{ content: { parts: [{ text: 'Hello.' }] }, finishReason: 'STOP' }] }) },
    ],
    right: { text: 'Hello.' },
  },
  {
    name: 'gemini-max-tokens-thought-away',
    source: 'project-arbr/arbr-control-plane#253: MAX_TOKENS before the first word',
    wires: ['gemini'],
    answers: [{ body: events({ candidates: [{ content: {}, finishReason: 'MAX_TOKENS' }] }) }],
    right: { failure: { code: 'empty' }, asks: 2 },
  },
];
