import { events, namedEvents } from './bytes.js';
import type { Quirk } from './quirk.js';

const CREATED = { type: 'response.created', response: { id: 'resp_1', output: [] } };
const message = (text: string) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
});
const call = (more: object = {}) => ({
  type: 'function_call',
  call_id: 'call_1',
  name: 'get_weather',
  arguments: '{"city":"Lima"}',
  ...more,
});
const delta = (words: string) => ({ type: 'response.output_text.delta', output_index: 0, delta: words });
const completed = (output: unknown = [], more: object = {}) => ({
  type: 'response.completed',
  response: { output, usage: { input_tokens: 7, output_tokens: 2 }, ...more },
});
const item = (done: object, index = 0) => ({
  type: 'response.output_item.done',
  output_index: index,
  item: done,
});
const WARM = { body: namedEvents(CREATED, delta('It is warm.'), completed([message('It is warm.')])) };
const LIMA = { name: 'get_weather', input: { city: 'Lima' } };

/** Servers and relays that speak OpenAI's Responses API. */
export const RESPONSES_COMPAT: readonly Quirk[] = [
  {
    name: 'responses-text-only-in-completed',
    source: 'TanStack/ai#937: the text stands in response.completed alone',
    wires: ['openai'],
    answers: [{ body: namedEvents(CREATED, completed([message('It is warm.')])) }],
    right: { text: 'It is warm.', usage: { inputTokens: 7, outputTokens: 2 } },
  },
  {
    name: 'responses-text-only-in-text-done',
    source: 'Sophomoresty/gemini-web2api#57: created, output_text.done, completed',
    wires: ['openai'],
    answers: [
      {
        body: namedEvents(
          CREATED,
          { type: 'response.output_text.done', output_index: 0, text: 'It is warm.' },
          completed(),
        ),
      },
    ],
    right: { text: 'It is warm.' },
  },
  {
    name: 'responses-text-only-in-item',
    source: 'servers without deltas that send finished items',
    wires: ['openai'],
    answers: [{ body: namedEvents(CREATED, item(message('It is warm.')), completed(null)) }],
    right: { text: 'It is warm.' },
  },
  {
    name: 'responses-text-in-all-forms',
    source: 'platform.openai.com: deltas, then the same text as a whole, three times',
    wires: ['openai'],
    answers: [
      {
        body: namedEvents(
          CREATED,
          delta('It is'),
          delta(' warm.'),
          { type: 'response.output_text.done', output_index: 0, text: 'It is warm.' },
          item(message('It is warm.')),
          completed([message('It is warm.')]),
        ),
      },
    ],
    right: { text: 'It is warm.' },
  },
  {
    name: 'responses-empty-output',
    source: 'QuantumNous/new-api#4362, vllm#30223: output is empty in response.completed',
    wires: ['openai'],
    answers: [{ body: namedEvents(CREATED, delta('It is warm.'), completed()) }],
    right: { text: 'It is warm.' },
  },
  {
    name: 'responses-call-only-in-completed',
    source: 'a call that stands in response.completed alone',
    wires: ['openai'],
    answers: [{ body: namedEvents(CREATED, completed([call()])) }, WARM],
    right: { text: '|It is warm.', calls: [LIMA] },
  },
  {
    name: 'responses-null-arguments',
    source: 'a call whose arguments are null',
    wires: ['openai'],
    answers: [
      { body: namedEvents(CREATED, item(call({ name: 'get_time', arguments: null })), completed()) },
      WARM,
    ],
    right: { text: '|It is warm.', calls: [{ name: 'get_time', input: {} }] },
  },
  {
    name: 'responses-arguments-as-object',
    source: 'a call whose arguments are an object',
    wires: ['openai'],
    answers: [{ body: namedEvents(CREATED, item(call({ arguments: { city: 'Lima' } })), completed()) }, WARM],
    right: { text: '|It is warm.', calls: [LIMA] },
  },
  {
    name: 'responses-ids-repeat',
    source: 'calls of two steps, and of one, with one id',
    wires: ['openai'],
    answers: [
      { body: namedEvents(CREATED, item(call()), item(call(), 1), completed()) },
      { body: namedEvents(CREATED, item(call()), completed()) },
      WARM,
    ],
    right: { text: '||It is warm.', calls: [LIMA, LIMA, LIMA] },
  },
  {
    name: 'responses-no-call-id',
    source: 'a call whose call_id is null, and only its id is there',
    wires: ['openai'],
    answers: [{ body: namedEvents(CREATED, item(call({ call_id: null, id: 'fc_1' })), completed()) }, WARM],
    right: { text: '|It is warm.', calls: [LIMA] },
  },
  {
    name: 'responses-done-without-completed',
    source: 'relays that end with [DONE] in place of response.completed',
    wires: ['openai'],
    answers: [{ body: `${namedEvents(CREATED, delta('It is warm.'))}data: [DONE]\n\n` }],
    right: { text: 'It is warm.' },
  },
  {
    name: 'responses-done-alone',
    source: 'relays that end with [DONE] and nothing else',
    wires: ['openai'],
    answers: [{ body: events(CREATED, '[DONE]') }],
    right: { failure: { isRetryable: true } },
  },
  {
    name: 'responses-empty-data',
    source: 'empty data between the events',
    wires: ['openai'],
    answers: [{ body: `data:\n\n${WARM.body}` }],
    right: { text: 'It is warm.' },
  },
  {
    name: 'responses-error-event',
    source: 'openai-node#2021: the error nests in the event',
    wires: ['openai'],
    answers: [{ body: namedEvents({ type: 'error', error: { code: 'rate_limit_exceeded', message: 'x' } }) }],
    right: { failure: { status: 429, isRetryable: true } },
  },
  {
    name: 'responses-error-event-without-type',
    source: 'an event named "error" whose data has no type',
    wires: ['openai'],
    answers: [{ body: `event: error\ndata: ${JSON.stringify({ code: 'server_error', message: 'x' })}\n\n` }],
    right: { failure: { status: 500, isRetryable: true } },
  },
  {
    name: 'responses-error-status',
    source: 'relays whose error has a status as its code',
    wires: ['openai'],
    answers: [{ body: events({ error: { code: 503, message: 'x' } }) }],
    right: { failure: { status: 503, isRetryable: true } },
  },
  {
    name: 'responses-cut-behind-the-text',
    source: 'a connection that breaks before response.completed',
    wires: ['openai'],
    answers: [{ body: namedEvents(CREATED, delta('It is')), then: 'cut' }],
    right: { text: 'It is', failure: { isRetryable: true } },
  },
  {
    name: 'responses-null-fields',
    source: 'relays that null what they have not',
    wires: ['openai'],
    answers: [
      {
        body: namedEvents(
          { type: 'response.created', response: null },
          { type: 'response.output_item.added', output_index: 0, item: null },
          { type: 'response.output_item.done', output_index: 0, item: null },
          { ...delta('Hello.'), error: null },
          completed([null, message('Hello.')]),
        ),
      },
    ],
    right: { text: 'Hello.' },
  },
  {
    name: 'responses-open-behind-completed',
    source: 'a connection that stays open behind response.completed',
    wires: ['openai'],
    answers: [{ ...WARM, then: 'open' }],
    right: { text: 'It is warm.' },
  },
  {
    name: 'responses-incomplete-without-text',
    source: 'platform.openai.com/docs/guides/reasoning: incomplete before any visible token',
    wires: ['openai'],
    answers: [
      {
        body: namedEvents({
          type: 'response.incomplete',
          response: {
            output: [{ type: 'reasoning' }],
            incomplete_details: { reason: 'max_output_tokens' },
          },
        }),
      },
      {
        body: namedEvents({
          type: 'response.completed',
          response: { output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hello.' }] }] },
        }),
      },
    ],
    right: { text: 'Hello.' },
  },
];
