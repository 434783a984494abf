import { chat, chunk, events, WARM } from './bytes.js';
import type { Quirk } from './quirk.js';

const thought = (...texts: readonly string[]) => ({
  type: 'thinking',
  thinking: texts.map((text) => ({ type: 'text', text })),
});
const text = (words: string) => ({ type: 'text', text: words });

/** Mistral's own API, whose reasoning models send their content as a list. */
export const MISTRAL: readonly Quirk[] = [
  {
    name: 'mistral-content-list',
    source: 'BerriAI/litellm#16272: thoughts come as a list in delta.content, the answer as text',
    wires: ['openai-compatible'],
    answers: [
      chat([
        { role: 'assistant', content: [thought("'s a greeting")] },
        { content: [thought(', I should')] },
        { content: 'Hello' },
        { content: ' there.' },
      ]),
    ],
    right: { text: 'Hello there.' },
  },
  {
    name: 'mistral-content-all-lists',
    source: 'mistralai/client-python#252: thoughts and texts by turns, all of them in lists',
    wires: ['openai-compatible'],
    answers: [
      chat([
        { content: [thought('Okay')] },
        { content: [text('It is')] },
        { content: [thought('')] },
        { content: [text(' warm')] },
        { content: [thought('Done.'), text('.')] },
      ]),
    ],
    right: { text: 'It is warm.' },
  },
  {
    name: 'mistral-thought-as-text',
    source:
      'agentjido/req_llm#742: thinking as a text where clients expected a list, and the other way round',
    wires: ['openai-compatible'],
    answers: [chat([{ content: [{ type: 'thinking', thinking: 'Okay' }, text('Hello.')] }])],
    right: { text: 'Hello.' },
  },
  {
    name: 'mistral-references',
    source: 'docs.mistral.ai: reference chunks stand between the texts of an answer',
    wires: ['openai-compatible'],
    answers: [
      chat([{ content: [text('It is warm'), { type: 'reference', reference_ids: [1] }, text('.')] }]),
    ],
    right: { text: 'It is warm.' },
  },
  {
    name: 'mistral-whole-call',
    source: 'docs.mistral.ai: a call comes whole, with finish_reason in the same chunk',
    wires: ['openai-compatible'],
    answers: [
      {
        body: events(
          chunk({ role: 'assistant', content: '' }),
          chunk(
            {
              tool_calls: [
                {
                  id: 'D681PevKs',
                  function: { name: 'get_weather', arguments: '{"city": "Lima"}' },
                  index: 0,
                },
              ],
            },
            'tool_calls',
          ),
          '[DONE]',
        ),
      },
      WARM,
    ],
    right: { text: '|It is warm.', calls: [{ name: 'get_weather', input: { city: 'Lima' } }] },
  },
  {
    name: 'mistral-model-length',
    source: 'docs.mistral.ai: finish_reason "model_length" where the window of the model is full',
    wires: ['openai-compatible'],
    answers: [chat([{ content: 'It is' }], 'model_length')],
    right: { text: 'It is', stop: 'length' },
  },
];
