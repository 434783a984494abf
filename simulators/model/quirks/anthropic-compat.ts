import { namedEvents, refusal } from './bytes.js';
import type { Quirk } from './quirk.js';

const START = { type: 'message_start', message: { usage: { input_tokens: 9, output_tokens: 1 } } };
const text = (words: string, index = 0) => [
  { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index, delta: { type: 'text_delta', text: words } },
  { type: 'content_block_stop', index },
];
const use = (block: object, ...json: readonly unknown[]) => [
  { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', ...block } },
  ...json.map((each) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'input_json_delta', partial_json: each },
  })),
  { type: 'content_block_stop', index: 0 },
];
const end = (reason: string | null) => ({
  type: 'message_delta',
  delta: { stop_reason: reason },
  usage: { output_tokens: 3 },
});
const STOP = { type: 'message_stop' };
const WARM = { body: namedEvents(START, ...text('It is warm.'), end('end_turn'), STOP) };
const LIMA = { name: 'get_weather', input: { city: 'Lima' } };

/** Servers and relays that speak Anthropic's protocol. */
export const ANTHROPIC_COMPAT: readonly Quirk[] = [
  {
    name: 'anthropic-compat-no-message-stop',
    source: 'esengine/DeepSeek-Reasonix#8756: the stream ends behind stop_reason',
    wires: ['anthropic'],
    answers: [{ body: namedEvents(START, ...text('Hello.'), end('end_turn')) }],
    right: { text: 'Hello.', usage: { inputTokens: 9, outputTokens: 3 } },
  },
  {
    name: 'anthropic-compat-no-message-stop-call',
    source: 'esengine/DeepSeek-Reasonix#8756, with a call',
    wires: ['anthropic'],
    answers: [
      {
        body: namedEvents(
          START,
          ...use({ id: 'toolu_1', name: 'get_weather', input: {} }, '{"city":', '"Lima"}'),
          end('tool_use'),
        ),
      },
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA] },
  },
  {
    name: 'anthropic-compat-pings-behind-the-end',
    source: 'tombii/better-ccflare#307: stop_reason, then only pings, for minutes',
    wires: ['anthropic'],
    answers: [
      {
        body: namedEvents(START, ...text('Hello.'), end('end_turn')),
        then: { bytes: namedEvents({ type: 'ping' }), everyMs: 20 },
      },
    ],
    settings: { firstByteMs: 200, timeoutMs: 5_000 },
    right: { text: 'Hello.' },
  },
  {
    name: 'anthropic-compat-open-behind-message-stop',
    source: 'earendil-works/pi#5592: the connection stays open behind message_stop',
    wires: ['anthropic'],
    answers: [{ body: namedEvents(START, ...text('Hello.'), end('end_turn'), STOP), then: 'open' }],
    right: { text: 'Hello.' },
  },
  {
    name: 'anthropic-compat-cut-behind-the-end',
    source: 'a connection that breaks behind stop_reason',
    wires: ['anthropic'],
    answers: [{ body: namedEvents(START, ...text('Hello.'), end('end_turn')), then: 'cut' }],
    right: { text: 'Hello.' },
  },
  {
    name: 'anthropic-compat-empty-stop-reason',
    source: 'relays that write stop_reason "" while nothing has ended',
    wires: ['anthropic'],
    answers: [{ body: namedEvents(START, ...text('It is'), end('')) }],
    right: { text: 'It is', failure: { isRetryable: true } },
  },
  {
    name: 'anthropic-compat-message-stop-alone',
    source: 'relays that send message_stop without any stop_reason, with text',
    wires: ['anthropic'],
    answers: [{ body: namedEvents(START, ...text('Hello.'), STOP) }],
    right: { text: 'Hello.' },
  },
  {
    name: 'anthropic-compat-null-input',
    source: 'a call without arguments: its input is null, and no piece of it comes',
    wires: ['anthropic'],
    answers: [
      {
        body: namedEvents(
          START,
          ...use({ id: 'toolu_1', name: 'get_time', input: null }),
          end('tool_use'),
          STOP,
        ),
      },
      WARM,
    ],
    right: { text: '|It is warm.', calls: [{ name: 'get_time', input: {} }] },
  },
  {
    name: 'anthropic-compat-input-as-text',
    source: 'relays that put the text of the arguments into the block',
    wires: ['anthropic'],
    answers: [
      {
        body: namedEvents(
          START,
          ...use({ id: 'toolu_1', name: 'get_weather', input: '{"city":"Lima"}' }),
          end('tool_use'),
          STOP,
        ),
      },
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA] },
  },
  {
    name: 'anthropic-compat-null-pieces',
    source: 'pieces of arguments that are null or empty',
    wires: ['anthropic'],
    answers: [
      {
        body: namedEvents(
          START,
          ...use({ id: 'toolu_1', name: 'get_weather', input: {} }, null, '', '{"city":"Lima"}', null),
          end('tool_use'),
          STOP,
        ),
      },
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA] },
  },
  {
    name: 'anthropic-compat-ids-repeat',
    source: 'two steps, and two calls of a step, with one id',
    wires: ['anthropic'],
    answers: [
      {
        body: namedEvents(
          START,
          ...use({ id: 'toolu_0', name: 'get_weather', input: {} }, '{"city":"Lima"}'),
          ...use({ id: 'toolu_0', name: 'get_time' }).map((event) => ({ ...event, index: 1 })),
          end('tool_use'),
          STOP,
        ),
      },
      {
        body: namedEvents(
          START,
          ...use({ id: 'toolu_0', name: 'get_weather', input: {} }, '{"city":"Lima"}'),
          end('tool_use'),
          STOP,
        ),
      },
      WARM,
    ],
    right: { text: '||It is warm.', calls: [LIMA, { name: 'get_time', input: {} }, LIMA] },
  },
  {
    name: 'anthropic-compat-no-ids',
    source: 'relays that convert from Gemini, whose calls have no id',
    wires: ['anthropic'],
    answers: [
      {
        body: namedEvents(
          START,
          ...use({ id: null, name: 'get_weather', input: {} }, '{"city":"Lima"}'),
          end('tool_use'),
          STOP,
        ),
      },
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA] },
  },
  {
    name: 'anthropic-compat-empty-data',
    source: 'anthropics/anthropic-sdk-typescript#903: an event line whose data is empty',
    wires: ['anthropic'],
    answers: [{ body: `event: ping\ndata:\n\n${WARM.body}` }],
    right: { text: 'It is warm.' },
  },
  {
    name: 'anthropic-compat-overloaded',
    source: 'farzaa/clicky#132: an error event in a 200',
    wires: ['anthropic'],
    answers: [
      {
        body: namedEvents(START, {
          type: 'error',
          error: { type: 'overloaded_error', message: 'Overloaded' },
        }),
      },
    ],
    right: { failure: { status: 529, isRetryable: true } },
  },
  {
    name: 'anthropic-compat-error-of-chat-completions',
    source: 'relays whose errors are those of chat completions, without a type of event',
    wires: ['anthropic'],
    answers: [{ body: `data: ${JSON.stringify({ error: { code: 429, message: 'x' } })}\n\n` }],
    right: { failure: { status: 429, isRetryable: true } },
  },
  {
    name: 'anthropic-compat-done',
    source: 'relays that end with [DONE] as chat completions do',
    wires: ['anthropic'],
    answers: [{ body: `${namedEvents(START, ...text('Hello.'), end('end_turn'))}data: [DONE]\n\n` }],
    right: { text: 'Hello.' },
  },
  {
    name: 'anthropic-compat-tool-use-without-a-call',
    source: 'earendil-works/pi#9681: stop_reason "tool_use" and no block at all',
    wires: ['anthropic'],
    answers: [{ body: namedEvents(START, end('tool_use'), STOP) }, WARM],
    right: { text: 'It is warm.' },
  },
  {
    name: 'anthropic-compat-null-message',
    source: 'relays that leave out or null the parts of events',
    wires: ['anthropic'],
    answers: [
      {
        body: namedEvents(
          { type: 'message_start', message: null },
          { type: 'content_block_start', index: 0, content_block: null },
          ...text('Hello.'),
          { type: 'content_block_delta', index: 0, delta: null },
          { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: null },
          STOP,
        ),
      },
    ],
    right: { text: 'Hello.' },
  },
  {
    name: 'anthropic-compat-not-found',
    source: 'a base URL without /v1',
    wires: ['anthropic'],
    answers: [refusal(404, { type: 'error', error: { type: 'not_found_error', message: 'x' } })],
    right: { failure: { status: 404, isRetryable: false } },
  },
  {
    name: 'anthropic-max-tokens-thought-away',
    source:
      'platform.claude.com/docs/en/build-with-claude/handling-stop-reasons: max_tokens within the thinking',
    wires: ['anthropic'],
    answers: [
      {
        body: namedEvents(
          { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
          { type: 'message_delta', delta: { stop_reason: 'max_tokens' } },
          { type: 'message_stop' },
        ),
      },
    ],
    right: { failure: { code: 'empty' }, asks: 2 },
  },
];
