import { callDelta, chat, chunk, events, lines, WARM } from './bytes.js';
import type { Quirk } from './quirk.js';

const LIMA = { name: 'get_weather', input: { city: 'Lima' } };
const OSLO = { name: 'get_weather', input: { city: 'Oslo' } };
const call = (id: string, city: string) => ({
  id,
  index: 0,
  type: 'function',
  function: { name: 'get_weather', arguments: `{"city":"${city}"}` },
});
const line = (message: object): object => ({ model: 'm', message: { role: 'assistant', ...message } });
const DONE = { done: true, done_reason: 'stop', prompt_eval_count: 9, eval_count: 3 };
const SAID_WARM = { body: lines({ ...line({ content: 'It is warm.' }), ...DONE }) };

/** Ollama, by its own protocol and by `/v1`. */
export const OLLAMA: readonly Quirk[] = [
  {
    name: 'ollama-empty-finish-reason',
    source: 'ollama#4357: "finish_reason" is empty in every chunk but the last',
    wires: ['openai-compatible'],
    answers: [
      {
        body: events(
          chunk({ role: 'assistant', content: ' Hello' }, ''),
          chunk({ content: ' there' }, ''),
          chunk({ content: '' }, 'stop'),
          '[DONE]',
        ),
      },
    ],
    right: { text: ' Hello there' },
  },
  {
    name: 'ollama-empty-finish-reason-thinking',
    source: 'ollama#4357 with a model that thinks in tags',
    wires: ['openai-compatible'],
    answers: [
      {
        body: events(
          ...['<th', 'ink>', 'They ask', ' about Lima.', '</thi', 'nk>', '\n\nIt is', ' warm.'].map(
            (content) => chunk({ role: 'assistant', content }, ''),
          ),
          chunk({ content: '' }, 'stop'),
          '[DONE]',
        ),
      },
    ],
    right: { text: 'It is warm.' },
  },
  {
    name: 'ollama-empty-finish-reason-broken',
    source: 'ollama#4357, and a connection that breaks in the middle of the answer',
    wires: ['openai-compatible'],
    answers: [{ body: events(chunk({ content: 'It is' }, ''), chunk({ content: ' wa' }, '')), then: 'cut' }],
    right: { text: 'It is wa', failure: { isRetryable: true } },
  },
  {
    name: 'ollama-empty-finish-reason-ended',
    source: 'ollama#4357, and a response that ends in the middle of the answer',
    wires: ['openai-compatible'],
    answers: [{ body: events(chunk({ content: 'It is' }, ''), chunk({ content: ' wa' }, '')) }],
    right: { text: 'It is wa', failure: { isRetryable: true } },
  },
  {
    name: 'ollama-stop-with-each-thought',
    source: 'open-webui#16377: finish_reason "stop" with each chunk of the reasoning',
    wires: ['openai-compatible'],
    answers: [
      {
        body: events(
          ...['<', 'think', '>', 'Let me see.', '</think>', 'It is', ' warm.'].map((content) =>
            chunk({ content }, 'stop'),
          ),
          '[DONE]',
        ),
      },
    ],
    right: { text: 'It is warm.' },
  },
  {
    name: 'ollama-stop-with-each-chunk-broken',
    source: 'open-webui#16377, BerriAI/litellm#376, and a connection that breaks in the middle',
    wires: ['openai-compatible'],
    answers: [
      { body: events(...['It', ' is', ' wa'].map((content) => chunk({ content }, 'stop'))), then: 'cut' },
    ],
    right: { text: 'It is wa', failure: { isRetryable: true } },
  },
  {
    name: 'ollama-two-calls-of-index-0',
    source: 'ollama#15457, vercel/ai#14277: every call of an answer has the index 0',
    wires: ['openai-compatible'],
    answers: [
      chat([callDelta(call('call_a', 'Lima')), callDelta(call('call_b', 'Oslo'))], 'tool_calls'),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA, OSLO] },
  },
  {
    name: 'ollama-no-index',
    source: 'ollama#7881: calls without an index',
    wires: ['openai-compatible'],
    answers: [
      chat(
        [
          callDelta({ id: 'call_a', function: { name: 'get_weather', arguments: '{"city":"Lima"}' } }),
          callDelta({ id: 'call_b', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }),
        ],
        'tool_calls',
      ),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA, OSLO] },
  },
  {
    name: 'ollama-native-null-arguments',
    source: 'ollama#7881 and its kind: a call without arguments has null there',
    wires: ['ollama'],
    answers: [
      {
        body: lines({
          ...line({ content: '', tool_calls: [{ function: { name: 'get_time', arguments: null } }] }),
          ...DONE,
        }),
      },
      SAID_WARM,
    ],
    right: { text: '|It is warm.', calls: [{ name: 'get_time', input: {} }] },
  },
  {
    name: 'ollama-native-arguments-as-text',
    source: 'proxies before /api/chat that pass on the text of chat completions',
    wires: ['ollama'],
    answers: [
      {
        body: lines({
          ...line({ tool_calls: [{ function: { name: 'get_weather', arguments: '{"city":"Lima"}' } }] }),
          ...DONE,
        }),
      },
      SAID_WARM,
    ],
    right: { text: '|It is warm.', calls: [LIMA] },
  },
  {
    name: 'ollama-native-null-fields',
    source: 'proxies before /api/chat that write every field',
    wires: ['ollama'],
    answers: [
      {
        body: lines(
          { message: null, done: false },
          line({ content: null, thinking: null, tool_calls: null }),
          { ...line({ content: 'Hello.' }), ...DONE, error: null },
        ),
      },
    ],
    right: { text: 'Hello.' },
  },
  {
    name: 'ollama-native-think-tag-in-pieces',
    source: 'ollama#10448 and its kind: thoughts of a model whose template is not known to think',
    wires: ['ollama'],
    answers: [
      {
        body: lines(
          ...['<th', 'ink>Let me', ' see.</thi', 'nk>\n\nHello.'].map((content) => line({ content })),
          { ...line({ content: '' }), ...DONE },
        ),
      },
    ],
    right: { text: 'Hello.' },
  },
  {
    name: 'ollama-native-error-line',
    source: 'ollama server/routes.go: an error in the middle is a line of its own in a 200',
    wires: ['ollama'],
    answers: [
      { body: lines(line({ content: 'It is' }), { error: 'model runner has unexpectedly stopped' }) },
    ],
    right: { text: 'It is', failure: { isRetryable: true, message: 'the model reported an error' } },
  },
  {
    name: 'ollama-native-broken-off',
    source: 'a stream that ends without done',
    wires: ['ollama'],
    answers: [{ body: lines(line({ content: 'It is' })) }],
    right: { text: 'It is', failure: { isRetryable: true } },
  },
  {
    name: 'ollama-native-ids-repeat',
    source: 'two steps whose calls have the same id',
    wires: ['ollama'],
    answers: [
      {
        body: lines({
          ...line({
            tool_calls: [{ id: 'call_0', function: { name: 'get_weather', arguments: LIMA.input } }],
          }),
          ...DONE,
        }),
      },
      {
        body: lines({
          ...line({
            tool_calls: [{ id: 'call_0', function: { name: 'get_weather', arguments: OSLO.input } }],
          }),
          ...DONE,
        }),
      },
      SAID_WARM,
    ],
    right: { text: '||It is warm.', calls: [LIMA, OSLO] },
  },
  {
    name: 'ollama-thought-away',
    source: 'ollama: done_reason "length" while it still thinks (num_predict)',
    wires: ['ollama'],
    answers: [
      { body: lines({ message: { content: '', thinking: 'They' }, done: true, done_reason: 'length' }) },
      { body: lines({ message: { content: 'Hello.' }, done: true, done_reason: 'stop' }) },
    ],
    right: { text: 'Hello.' },
  },
  {
    name: 'ollama-model-only-loaded',
    source: 'ollama docs/api.md: done_reason "load", where nothing was to be generated',
    wires: ['ollama'],
    answers: [
      { body: lines({ message: { content: '' }, done: true, done_reason: 'load' }) },
      { body: lines({ message: { content: 'Hello.' }, done: true, done_reason: 'stop' }) },
    ],
    right: { text: 'Hello.' },
  },
];
