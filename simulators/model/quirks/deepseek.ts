import { chat } from './bytes.js';
import type { Quirk } from './quirk.js';

/** DeepSeek's own API. */
export const DEEPSEEK: readonly Quirk[] = [
  {
    name: 'deepseek-interrupted',
    source: 'api-docs.deepseek.com: finish_reason "insufficient_system_resource"',
    wires: ['openai-compatible'],
    answers: [chat([{ content: 'It is' }], 'insufficient_system_resource')],
    right: { text: 'It is', failure: { isRetryable: true } },
  },
  {
    name: 'deepseek-reasoning-content',
    source: 'api-docs.deepseek.com: thoughts in reasoning_content, content is null until they end',
    wires: ['openai-compatible'],
    answers: [
      chat([
        { role: 'assistant', content: null, reasoning_content: 'They ask' },
        { content: null, reasoning_content: ' about Lima.' },
        { content: 'It is warm.', reasoning_content: null },
      ]),
    ],
    right: { text: 'It is warm.' },
  },
];
