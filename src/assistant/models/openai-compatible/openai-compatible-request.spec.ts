import type { TurnMessage } from '../../runtime.js';
import { turnInput } from '../../testing/turns.js';
import type { Step } from '../../runtimes/steps.js';
import { chatRequest } from './openai-compatible-request.js';

const FIRST: Step = { past: [], tools: [] };
const image = { name: 'a.png', mimeType: 'image/png', bytes: 3, data: new Uint8Array([1, 2, 3]) };
const messages = (step = FIRST, attachments: TurnMessage['attachments'] = []) => {
  const input = turnInput('what is it?', { type: 'openai-compatible', model: 'm' });
  const given = { ...input, message: { ...input.message, attachments } };
  const body = chatRequest({ input: given, step, maxOutputTokens: 16_384 });
  return (JSON.parse(body) as { messages: unknown[] }).messages;
};

describe('chatRequest', () => {
  it('leaves text as it is', () => {
    expect(messages()).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'what is it?' },
    ]);
  });

  it('shows images behind the text', () => {
    const shown = { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } };
    expect(messages(FIRST, [image, image]).at(-1)).toEqual({
      role: 'user',
      content: [{ type: 'text', text: 'what is it?' }, shown, shown],
    });
  });

  it.each([[undefined], [[1]], ['word']])(
    'sends %j back as the arguments that servers can parse',
    (input) => {
      const call = { id: 'c1', name: 'message', input };
      const result = { ok: false, error: 'no' } as const;
      expect(messages({ past: [{ text: '', calls: [{ call, result }] }], tools: [] }).slice(2)).toEqual([
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'message', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'no' },
      ]);
    },
  );
});
