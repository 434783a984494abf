import { callDelta, chat, chunk, events, WARM } from './bytes.js';
import type { Quirk } from './quirk.js';

/** llama.cpp's server (`llama-server`), and what is built on it. */
export const LLAMACPP: readonly Quirk[] = [
  {
    name: 'llamacpp-null-content',
    source: 'tools/server/README.md: the first chunk has the role and a null content',
    wires: ['openai-compatible'],
    answers: [chat([{ role: 'assistant', content: null }, { content: 'Hello' }, { content: '.' }])],
    right: { text: 'Hello.' },
  },
  {
    name: 'llamacpp-error-field',
    source:
      'ggml-org/llama.cpp#16104: the error comes as a field "error:", which is none of server-sent events',
    wires: ['openai-compatible'],
    answers: [
      {
        body: `${events(chunk({ content: 'It is' }))}error: ${JSON.stringify({ code: 500, message: 'failed to decode', type: 'server_error' })}\n\n`,
      },
    ],
    right: { text: 'It is', failure: { status: 500, isRetryable: true } },
  },
  {
    name: 'llamacpp-error-data',
    source: 'ggml-org/llama.cpp#16109: since then as data',
    wires: ['openai-compatible'],
    answers: [
      {
        body: events(chunk({ content: 'It is' }), {
          error: { code: 500, message: 'x', type: 'server_error' },
        }),
      },
    ],
    right: { text: 'It is', failure: { status: 500, isRetryable: true } },
  },
  {
    name: 'lemonade-error-without-data',
    source: 'lemonade-sdk/lemonade#2826: the JSON of an error stands in the 200 stream as it is',
    wires: ['openai-compatible'],
    answers: [
      { body: JSON.stringify({ error: { code: 503, message: 'loading', type: 'unavailable_error' } }) },
    ],
    right: { failure: { status: 503, isRetryable: true } },
  },
  {
    name: 'llamacpp-usage-behind-the-end',
    source: 'tools/server: the usage is a chunk of its own, without choices, behind the end',
    wires: ['openai-compatible'],
    answers: [
      {
        body: events(
          chunk({ content: 'Hello.' }),
          chunk({}, 'stop'),
          { choices: [], usage: { prompt_tokens: 12, completion_tokens: 3 } },
          '[DONE]',
        ),
      },
    ],
    right: { text: 'Hello.', usage: { inputTokens: 12, outputTokens: 3 } },
  },
  {
    name: 'llamacpp-thought-never-closed',
    source: 'a thought that the limit of tokens has cut off is no answer',
    wires: ['openai-compatible'],
    answers: [
      chat([{ content: '<think>' }, { content: 'They ask about Lima' }]),
      chat([{ content: '<think>a</think>It is warm.' }]),
    ],
    right: { text: 'It is warm.' },
  },
  {
    name: 'llamacpp-no-done',
    source: 'servers that end a stream behind its finish_reason, without [DONE]',
    wires: ['openai-compatible'],
    answers: [{ body: events(chunk({ content: 'Hello.' }), chunk({}, 'stop')) }],
    right: { text: 'Hello.' },
  },
  {
    name: 'llamacpp-open-behind-the-end',
    source: 'proxies that keep a connection open behind finish_reason, with nothing but pings',
    wires: ['openai-compatible'],
    answers: [
      {
        body: events(chunk({ content: 'Hello.' }), chunk({}, 'stop')),
        then: { bytes: ': ping\n\n', everyMs: 20 },
      },
    ],
    settings: { firstByteMs: 200, timeoutMs: 5_000 },
    right: { text: 'Hello.' },
  },
  {
    name: 'llamacpp-cut-behind-the-end',
    source: 'a connection that breaks behind finish_reason',
    wires: ['openai-compatible'],
    answers: [{ body: events(chunk({ content: 'Hello.' }), chunk({}, 'stop')), then: 'cut' }],
    right: { text: 'Hello.' },
  },
  {
    name: 'llamacpp-call-and-thoughts',
    source: 'thoughts in tags, and behind them a call',
    wires: ['openai-compatible'],
    answers: [
      chat(
        [
          { content: '<thi' },
          { content: 'nk>I need the weather</think>\n' },
          callDelta({ index: 0, id: 'a', function: { name: 'get_weather', arguments: '{"city":"Lima"}' } }),
        ],
        'tool_calls',
      ),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [{ name: 'get_weather', input: { city: 'Lima' } }] },
  },
];
