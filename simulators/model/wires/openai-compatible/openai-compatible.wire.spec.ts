import { describeRefusals, withFields, without, withText } from '../../../testing/model-refusals.js';

const user = { role: 'user', content: 'x' };
const call = { id: 'c', type: 'function', function: { name: 'search', arguments: '{}' } };
const called = { role: 'assistant', content: null, tool_calls: [call] };
const result = { role: 'tool', tool_call_id: 'c', content: '' };
const EFFORT = { tools: [call], reasoning_effort: 'low' };
const messages = (...list: readonly object[]) => withFields({ messages: list });

describeRefusals('openai-compatible', [
  ['missing reasoning', without('reasoning_content'), 'reasoning_content.* must be passed back'],
  ['changed reasoning', withText(/think about/, 'wonder about'), 'reasoning_content'],
  ['a missing signature', without('extra_content'), 'missing a thought_signature'],
  ['a changed signature', withText(/("thought_signature":")..../, '$1AAAA'), 'Corrupted thought signature'],
  ['a call without its result', messages(user, called, user), 'must be followed by tool messages'],
  ['a call at the end', messages(user, called), 'must be followed by tool messages'],
  ['a result without a call', messages(user, result), "must be a response to a preceding 'tool_calls'"],
  ['a result given twice', messages(user, called, result, result), 'must be a response'],
  ['an unknown role', messages({ role: 'robot', content: 'x' }), 'role'],
  ['no messages', messages(), 'empty array'],
  ['a message without content', messages({ role: 'user', content: null }), 'expected a string, got null'],
  ['an empty content', messages({ role: 'user', content: [] }), 'empty array'],
  [
    'tools together with reasoning of GPT-5.4',
    withFields({ model: 'gpt-5.4', ...EFFORT }),
    'reasoning_effort',
  ],
  ['an empty list of tools', withFields({ tools: [] }), "Invalid 'tools'"],
]);
