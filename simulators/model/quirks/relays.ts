import { callDelta, chat, chunk, events, refusal, WARM } from './bytes.js';
import type { Quirk } from './quirk.js';

const HELLO = chat([{ content: 'Hello.' }]);

/** OpenRouter, New API and other relays between clients and models. */
export const RELAYS: readonly Quirk[] = [
  {
    name: 'relay-empty-data',
    source: 'omnigent#1474, openclaw#52679: empty data between the chunks, as a sign of life',
    wires: ['openai-compatible'],
    answers: [{ body: `data:\n\n${HELLO.body.replaceAll('\n\ndata', '\n\ndata: \n\ndata')}` }],
    right: { text: 'Hello.' },
  },
  {
    name: 'relay-event-without-data',
    source: 'anthropics/anthropic-sdk-typescript#903: an event line whose data is missing',
    wires: ['openai-compatible'],
    answers: [{ body: `event: message\n\nretry: 3000\n\n${HELLO.body}` }],
    right: { text: 'Hello.' },
  },
  {
    name: 'openrouter-comments',
    source: 'openrouter.ai/docs: ": OPENROUTER PROCESSING" while a model begins',
    wires: ['openai-compatible'],
    answers: [{ body: `: OPENROUTER PROCESSING\n\n${HELLO.body}` }],
    right: { text: 'Hello.' },
  },
  {
    name: 'openrouter-error-in-the-middle',
    source: 'openrouter.ai/docs: an error in a chunk that has a choice too, finish_reason "error"',
    wires: ['openai-compatible'],
    answers: [
      {
        body: events(chunk({ content: 'It is' }), {
          error: { code: 429, message: 'Rate limit exceeded' },
          choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
        }),
      },
    ],
    right: { text: 'It is', failure: { status: 429, isRetryable: true } },
  },
  {
    name: 'openrouter-error-in-the-choice',
    source: 'openrouter.ai/docs: older errors stand in the choice',
    wires: ['openai-compatible'],
    answers: [
      {
        body: events(chunk({ content: 'It is' }), {
          choices: [{ index: 0, delta: {}, finish_reason: 'error', error: { code: 502, message: 'x' } }],
        }),
      },
    ],
    right: { text: 'It is', failure: { status: 502, isRetryable: true } },
  },
  {
    name: 'relay-error-wrong-key',
    source: 'relays that answer 200 and say in the stream that the key is wrong',
    wires: ['openai-compatible'],
    answers: [
      { body: events({ error: { code: 'invalid_api_key', message: 'x', type: 'invalid_request_error' } }) },
    ],
    right: { failure: { status: 401, isRetryable: false } },
  },
  {
    name: 'relay-error-quota',
    source: 'apache/rocketmq-dashboard#2178: a spent quota in a 200 stream, then [DONE]',
    wires: ['openai-compatible'],
    answers: [
      { body: events({ error: { message: 'quota exceeded', code: 'insufficient_quota' } }, '[DONE]') },
    ],
    right: { failure: { status: 429, isRetryable: true } },
  },
  {
    name: 'relay-error-as-text',
    source: 'bigduu/Bamboo-agent#98: the error is a text alone',
    wires: ['openai-compatible'],
    answers: [{ body: events({ error: 'upstream closed' }) }],
    right: { failure: { isRetryable: true, message: 'the model reported an error' } },
  },
  {
    name: 'relay-error-status-as-text',
    source: 'relays whose code is the status as a text',
    wires: ['openai-compatible'],
    answers: [{ body: events({ error: { code: '503', message: 'x' } }) }],
    right: { failure: { status: 503, isRetryable: true } },
  },
  {
    name: 'relay-error-null',
    source: 'microsoft/foundry-local#144: "error": null and more nulls in each chunk',
    wires: ['openai-compatible'],
    answers: [
      {
        body: events(
          ...[chunk({ content: 'Hello.' }), chunk({}, 'stop')].map((each) => ({
            ...each,
            error: null,
            usage: null,
            system_fingerprint: null,
          })),
          { choices: null, error: null },
          '[DONE]',
        ),
      },
    ],
    right: { text: 'Hello.' },
  },
  {
    name: 'relay-reset-at-once',
    source: 'a connection that breaks before the first chunk',
    wires: ['openai-compatible', 'anthropic', 'openai', 'gemini', 'ollama'],
    answers: [{ body: '', then: 'cut' }],
    right: { failure: { isRetryable: true } },
  },
  {
    name: 'relay-web-page',
    source: 'a web page of something else in place of the answer',
    wires: ['openai-compatible', 'anthropic', 'openai', 'gemini'],
    answers: [{ type: 'text/html', body: '<!doctype html><title>Sign in</title>' }],
    right: { failure: { code: 'no-events', isRetryable: true } },
  },
  {
    name: 'relay-bad-gateway',
    source: 'a page of a proxy with its status',
    wires: ['openai-compatible', 'anthropic', 'openai', 'gemini', 'ollama'],
    answers: [{ status: 502, type: 'text/html', body: '<html>Bad Gateway</html>' }],
    right: { failure: { status: 502, isRetryable: true } },
  },
  {
    name: 'relay-rate-limit',
    source: 'a refusal with 429, on every wire',
    wires: ['openai-compatible', 'anthropic', 'openai', 'gemini', 'ollama'],
    answers: [refusal(429, { error: { message: 'slow down' } })],
    right: { failure: { status: 429, isRetryable: true } },
  },
  {
    name: 'relay-stop-behind-a-call',
    source: 'servers that end with "stop" or "function_call" behind a call',
    wires: ['openai-compatible'],
    answers: [
      chat(
        [callDelta({ index: 0, id: 'a', function: { name: 'get_time', arguments: '{}' } })],
        'function_call',
      ),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [{ name: 'get_time', input: {} }] },
  },
  {
    name: 'relay-empty-tool-calls',
    source: 'chunks with "tool_calls": [] beside the text',
    wires: ['openai-compatible'],
    answers: [
      chat([
        { content: 'Hello', tool_calls: [] },
        { content: '.', tool_calls: [] },
      ]),
    ],
    right: { text: 'Hello.' },
  },
  {
    name: 'relay-null-call',
    source: 'lists of calls with a null in them',
    wires: ['openai-compatible'],
    answers: [
      chat(
        [{ tool_calls: [null, { index: 0, id: 'a', function: { name: 'get_time', arguments: '{}' } }] }],
        'tool_calls',
      ),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [{ name: 'get_time', input: {} }] },
  },
  {
    name: 'relay-null-delta',
    source: 'a last chunk whose delta is null, and a null choice',
    wires: ['openai-compatible'],
    answers: [
      { body: events(chunk({ content: 'Hello.' }), { choices: [null] }, chunk(null, 'stop'), '[DONE]') },
    ],
    right: { text: 'Hello.' },
  },
  {
    name: 'relay-crlf',
    source: 'relays that end lines with CR LF, and begin with a byte-order mark',
    wires: ['openai-compatible'],
    answers: [{ body: `\uFEFF${HELLO.body.replaceAll('\n', '\r\n')}` }],
    right: { text: 'Hello.' },
  },
  {
    name: 'relay-data-without-space',
    source: 'relays that write "data:" without the space behind it',
    wires: ['openai-compatible'],
    answers: [{ body: HELLO.body.replaceAll('data: ', 'data:') }],
    right: { text: 'Hello.' },
  },
  {
    name: 'relay-done-with-space',
    source: 'an end with spaces around it',
    wires: ['openai-compatible'],
    answers: [{ body: HELLO.body.replace('[DONE]', ' [DONE] ') }],
    right: { text: 'Hello.' },
  },
  {
    name: 'imp-blank-answer',
    source: 'kekzl/imp#1442: an answer of line breaks alone behind the thoughts',
    wires: ['openai-compatible'],
    answers: [chat([{ content: '<think>a</think>' }, { content: '\n\n' }]), WARM],
    right: { text: 'It is warm.' },
  },
  {
    name: 'silence-is-no-empty-answer',
    source: 'a model that was told to answer NO_REPLY where nothing is to be said',
    wires: ['openai-compatible'],
    answers: [chat([{ content: 'NO_REPLY' }])],
    right: { text: 'NO_REPLY' },
  },
  {
    name: 'relay-whole-completion-as-json',
    source: 'relays that ignore "stream": a whole completion, and no event',
    wires: ['openai-compatible'],
    answers: [
      {
        type: 'application/json',
        body: JSON.stringify({ choices: [{ message: { content: 'Hello.' }, finish_reason: 'stop' }] }),
      },
    ],
    right: { failure: { code: 'no-events', isRetryable: true } },
  },
  {
    name: 'relay-whole-completion-as-event',
    source: 'relays that send a whole completion as one event',
    wires: ['openai-compatible'],
    answers: [
      {
        body: events(
          { choices: [{ message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }] },
          '[DONE]',
        ),
      },
    ],
    right: { text: 'Hello.' },
  },
];
