import { callerOf, send } from '../../../testing/model-callers.js';
import { describeRefusals, withFields, without, withText } from '../../../testing/model-refusals.js';
import { ModelSimulator } from '../../model-simulator.js';

const user = { role: 'user', content: 'x' };
const called = {
  role: 'assistant',
  content: '',
  tool_calls: [{ function: { name: 'search', arguments: {} } }],
};
const result = { role: 'tool', tool_name: 'search', content: 'x' };
const messages = (...list: readonly object[]) => withFields({ messages: list });

describeRefusals('ollama', [
  ['a call without its result', messages(user, called, user), 'tool calls without results'],
  ['a call at the end', messages(user, called), 'tool calls without results: search'],
  ['a result without a call', messages(user, result), 'a tool result without a call'],
  [
    'a result of another tool',
    messages(user, called, { ...result, tool_name: 'other' }),
    'without a call: other',
  ],
  ['a call of a person', messages({ ...called, role: 'user' }, result), 'only the assistant calls tools'],
  ['an unknown role', messages({ role: 'developer', content: 'x' }), 'invalid role: developer'],
  ['no messages', messages(), 'messages must not be empty'],
  ['an empty message', messages({ role: 'user', content: '' }), 'is empty'],
  ['a content of parts', messages({ role: 'user', content: [{ type: 'text' }] }), 'cannot unmarshal content'],
  ['arguments as text', withText(/"arguments":\{[^}]*\}/, '"arguments":"{}"'), 'closing'],
  ['an image with a prefix', messages({ ...user, images: ['data:image/png;base64,AAAA'] }), 'illegal base64'],
  [
    'a prompt beyond its context',
    withFields({ options: { num_ctx: 10 } }),
    'input length exceeds the context length',
  ],
  ['no model', without('model'), 'model is required'],
]);

describe('a prompt that is longer than the context of ollama', () => {
  it('loses its beginning without a word, and fills the window', async () => {
    const sut = await ModelSimulator.start();
    const caller = callerOf('ollama');
    const body = { ...caller.body('word '.repeat(9_000)), options: {}, truncate: true };
    const answer = await (await send(sut, caller, body)).json();
    expect(answer).toMatchObject({ prompt_eval_count: 4_096, done_reason: 'stop' });
    await sut.stop();
  });
});
