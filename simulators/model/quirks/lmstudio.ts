import { callDelta, chat, chunk, events, WARM } from './bytes.js';
import type { Quirk } from './quirk.js';

/** LM Studio. */
export const LMSTUDIO: readonly Quirk[] = [
  {
    name: 'lmstudio-error-event',
    source: 'zendev-sh/goai#110: an event named "error" with the error in it, in a 200',
    wires: ['openai-compatible'],
    answers: [
      {
        body: `event: error\ndata: ${JSON.stringify({ error: { message: 'Compute error.' }, message: 'Compute error.' })}\n\n`,
      },
    ],
    right: { failure: { isRetryable: true, message: 'the model reported an error' } },
  },
  {
    name: 'lmstudio-error-event-flat',
    source: 'an event named "error" whose data is the error itself',
    wires: ['openai-compatible'],
    answers: [
      {
        body: `${events(chunk({ content: 'It is' }))}event: error\ndata: ${JSON.stringify({ code: 'server_error', message: 'x' })}\n\n`,
      },
    ],
    right: { text: 'It is', failure: { isRetryable: true, status: 500, message: 'server_error' } },
  },
  {
    name: 'lmstudio-error-event-text',
    source: 'an event named "error" whose data is no JSON',
    wires: ['openai-compatible'],
    answers: [{ body: 'event: error\ndata: The model has crashed\n\n' }],
    right: { failure: { isRetryable: true, message: 'the model reported an error' } },
  },
  {
    name: 'lmstudio-call-in-pieces',
    source: 'lmstudio.ai/docs/developer/openai-compat/tools: id and name first, then the arguments in pieces',
    wires: ['openai-compatible'],
    answers: [
      chat(
        [
          callDelta({
            index: 0,
            id: '365174485',
            type: 'function',
            function: { name: 'get_weather', arguments: '' },
          }),
          callDelta({ index: 0, type: 'function', function: { arguments: '{"' } }),
          callDelta({ index: 0, type: 'function', function: { arguments: 'city":"Lima"}' } }),
        ],
        'tool_calls',
      ),
      WARM,
    ],
    right: { text: '|It is warm.', calls: [{ name: 'get_weather', input: { city: 'Lima' } }] },
  },
  {
    name: 'lmstudio-reasoning-field',
    source: 'lmstudio-bug-tracker: thoughts in "reasoning" or "reasoning_content" beside an empty content',
    wires: ['openai-compatible'],
    answers: [
      chat([
        { role: 'assistant', content: '', reasoning: 'They ask' },
        { content: '', reasoning_content: ' about Lima.' },
        { content: 'It is warm.' },
      ]),
    ],
    right: { text: 'It is warm.' },
  },
];
