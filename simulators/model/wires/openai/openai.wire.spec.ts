import { callerOf, send } from '../../../testing/model-callers.js';
import { describeRefusals, withFields, without, withText } from '../../../testing/model-refusals.js';
import { ModelSimulator } from '../../model-simulator.js';

const user = { role: 'user', content: 'x' };
const call = { type: 'function_call', call_id: 'c', name: 'search', arguments: '{}' };
const output = { type: 'function_call_output', call_id: 'c', output: '' };
const input = (...list: readonly object[]) => withFields({ input: list });

describeRefusals('openai', [
  [
    'missing reasoning',
    withText(/\{[^{}]*"type":"reasoning".*?\},/, ''),
    "without its required 'reasoning' item",
  ],
  [
    'reasoning without its content',
    without('encrypted_content'),
    'Items are not persisted when `store`',
    404,
  ],
  ['changed reasoning', withText(/("encrypted_content":")..../, '$1AAAA'), 'could not be verified'],
  [
    'reasoning without what it belongs to',
    (body) => ({ ...body, input: [...(body.input as object[]).slice(0, 2), user] }),
    'without its required following item',
  ],
  ['a call without its output', input(user, call, user), 'No tool output found for function call c'],
  ['a call at the end', input(user, call), 'No tool output found for function call c'],
  [
    'an output without a call',
    input(user, output),
    'No tool call found for function call output with call_id c',
  ],
  ['an output given twice', input(user, call, output, output), 'No tool call found'],
  ['an output before its call', input(user, output, call), 'No tool call found'],
  ['an unknown role', input({ role: 'robot', content: 'x' }), "Invalid value: 'robot'"],
  ['an unknown item', input({ type: 'film' }), "Invalid value: 'film'"],
  ['no input', without('input'), "Missing required parameter: 'input'"],
  ['an empty input', input(), 'empty array'],
  ['an empty content', input({ role: 'user', content: [] }), 'empty array'],
  [
    "a person's part in the model's mouth",
    input(user, { role: 'assistant', content: [{ type: 'input_text', text: 'x' }] }, user),
    "Supported values are: 'output_text' and 'refusal'|Supported values are: 'output_text', 'refusal'",
  ],
  [
    'a call by its other id',
    input(user, { ...call, id: 'call_1' }, output),
    "Expected an ID that begins with 'fc'",
  ],
  ['a limit too small', withFields({ max_output_tokens: 5 }), 'Expected a value >= 16'],
  ['a long key of the cache', withFields({ prompt_cache_key: 'k'.repeat(65) }), 'string too long'],
  [
    'a strict tool with an open schema',
    withText(/"strict":false/, '"strict":true'),
    "'additionalProperties' is required",
  ],
  [
    'a tool without a name',
    withFields({ tools: [{ type: 'function' }] }),
    'tools[0].name'.replace(/[[\]]/g, '\\$&'),
  ],
  ['no model', without('model'), "Missing required parameter: 'model'"],
]);

describe('the cache of openai', () => {
  it('holds beginnings in whole blocks, by the key of the caller', async () => {
    const sut = await ModelSimulator.start();
    const cached = async (question: string, key: string) => {
      const caller = callerOf('openai');
      const response = await send(sut, caller, { ...caller.body(question), prompt_cache_key: key });
      const { usage } = (await response.json()) as {
        usage: { input_tokens_details: { cached_tokens: number; cache_write_tokens: number } };
      };
      return [usage.input_tokens_details.cached_tokens, usage.input_tokens_details.cache_write_tokens];
    };
    const [LONG, END] = ['word '.repeat(1_020), 'end '.repeat(150)];
    expect(await cached(`${LONG}a${END}`, 'one')).toEqual([0, 1_408]);
    expect(await cached(`${LONG}b${END}`, 'one')).toEqual([1_280, 128]);
    expect(await cached(`${LONG}b${END}`, 'other')).toEqual([0, 1_408]);
    expect(await cached(`x${LONG}`, 'one')).toEqual([0, 1_280]);
    expect(await cached('short', 'one')).toEqual([0, 0]);
    await sut.stop();
  });
});
