import { callDelta, chat, WARM } from './bytes.js';
import type { Quirk } from './quirk.js';

const call = (id: string, city: string) =>
  chat(
    [callDelta({ index: 0, id, function: { name: 'get_weather', arguments: `{"city":"${city}"}` } })],
    'tool_calls',
  );

/** Moonshot's Kimi. */
export const KIMI: readonly Quirk[] = [
  {
    name: 'kimi-ids-repeat-in-a-turn',
    source:
      'servers that count the calls of each answer from 0: two steps have the id functions.get_weather:0',
    wires: ['openai-compatible'],
    answers: [call('functions.get_weather:0', 'Lima'), call('functions.get_weather:0', 'Oslo'), WARM],
    right: {
      text: '||It is warm.',
      calls: [
        { name: 'get_weather', input: { city: 'Lima' } },
        { name: 'get_weather', input: { city: 'Oslo' } },
      ],
    },
  },
  {
    name: 'kimi-usage-in-the-choice',
    source: 'platform.moonshot.ai: the usage stands in the choice of the last chunk',
    wires: ['openai-compatible'],
    answers: [
      {
        body: chat([{ content: 'Hello.' }]).body.replace(
          '"finish_reason":"stop"',
          '"finish_reason":"stop","usage":{"prompt_tokens":19,"completion_tokens":4}',
        ),
      },
    ],
    right: { text: 'Hello.', usage: { inputTokens: 19, outputTokens: 4 } },
  },
];
