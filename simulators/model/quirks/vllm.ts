import { chat, chunk, events } from './bytes.js';
import type { Quirk } from './quirk.js';

/** vLLM. */
export const VLLM: readonly Quirk[] = [
  {
    name: 'vllm-last-word-with-the-end',
    source: 'vllm-project/vllm#36944: the last word and finish_reason in one chunk',
    wires: ['openai-compatible'],
    answers: [{ body: events(chunk({ content: 'It is' }), chunk({ content: ' warm.' }, 'stop'), '[DONE]') }],
    right: { text: 'It is warm.' },
  },
  {
    name: 'vllm-aborted',
    source: 'vllm and sglang: finish_reason "abort" where the server ended a request',
    wires: ['openai-compatible'],
    answers: [chat([{ content: 'It is' }], 'abort')],
    right: { text: 'It is', failure: { isRetryable: true } },
  },
];
