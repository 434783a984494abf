import { chunk, events } from './bytes.js';
import type { Quirk } from './quirk.js';

/** llama.cpp's server (`llama-server`). */
export const LLAMACPP: readonly Quirk[] = [
  {
    name: 'llamacpp-usual',
    source: 'tools/server/README.md: the stream of a plain answer',
    wires: ['openai-compatible'],
    answers: [
      {
        body: events(
          chunk({ role: 'assistant', content: null }),
          chunk({ content: 'Hello' }),
          chunk({ content: '.' }),
          chunk({}, 'stop'),
          '[DONE]',
        ),
      },
    ],
    right: { text: 'Hello.' },
  },
];
