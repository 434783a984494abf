import type { WireName } from '../types.js';
import { chunk, events, lines, namedEvents } from './bytes.js';
import type { RawAnswer } from './quirk.js';

/** What each of {@link PLAIN_ANSWERS} says. */
export const PLAIN_TEXT = 'It is warm.';

/** A short answer without calls, as each vendor streams it. */
export const PLAIN_ANSWERS: Readonly<Record<WireName, RawAnswer>> = {
  'openai-compatible': {
    body: events(chunk({ role: 'assistant', content: PLAIN_TEXT }), chunk({}, 'stop'), '[DONE]'),
  },
  anthropic: {
    body: namedEvents(
      { type: 'message_start', message: { id: 'msg_1', role: 'assistant', content: [], usage: {} } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: PLAIN_TEXT } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} },
      { type: 'message_stop' },
    ),
  },
  openai: {
    body: namedEvents(
      { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, delta: PLAIN_TEXT },
      {
        type: 'response.completed',
        response: {
          status: 'completed',
          output: [
            {
              type: 'message',
              id: 'msg_1',
              role: 'assistant',
              content: [{ type: 'output_text', text: PLAIN_TEXT }],
            },
          ],
        },
      },
    ),
  },
  gemini: {
    body: events({
      candidates: [{ content: { role: 'model', parts: [{ text: PLAIN_TEXT }] }, finishReason: 'STOP' }],
    }),
  },
  ollama: {
    body: lines({ message: { role: 'assistant', content: PLAIN_TEXT }, done: true, done_reason: 'stop' }),
  },
};
