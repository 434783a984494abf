import { callerOf, send } from '../../../testing/model-callers.js';
import { describeRefusals, withFields, without, withText } from '../../../testing/model-refusals.js';
import { ModelSimulator } from '../../model-simulator.js';

const mark = { cache_control: { type: 'ephemeral' } };
const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more });
const user = { role: 'user', content: 'x' };
const said = { role: 'assistant', content: 'x' };
const use = { type: 'tool_use', id: 'c', name: 'search', input: {} };
const result = { type: 'tool_result', tool_use_id: 'c', content: '' };
const called = { role: 'assistant', content: [use] };
const answered = { role: 'user', content: [result] };
const messages = (...list: readonly object[]) => withFields({ messages: list });
const marks = (count: number) => [
  { role: 'user', content: Array.from({ length: count }, () => text('x', mark)) },
];

describeRefusals('anthropic', [
  ['missing thinking', withText(/\{"type":"thinking",.*?\},/, ''), 'must start with a thinking block'],
  ['a missing signature', without('signature'), 'signature: Field required'],
  [
    'a changed signature',
    withText(/("signature":")..../, '$1AAAA'),
    'Invalid `signature` in `thinking` block',
  ],
  ['changed thinking', withText(/think about/, 'wonder about'), 'cannot be modified'],
  [
    'a call without its result',
    messages(user, called, user),
    '`tool_use` ids were found without `tool_result`',
  ],
  ['a call at the end', messages(user, called), 'prefill'],
  ['a result without a call', messages(user, said, answered), 'unexpected `tool_use_id`'],
  [
    'a result behind a text',
    messages(user, called, { role: 'user', content: [text('x'), result] }),
    'immediately after',
  ],
  [
    'a result given twice',
    messages(user, called, { role: 'user', content: [result, result] }),
    'immediately after',
  ],
  ['an unknown role', messages({ role: 'robot', content: 'x' }), "Input should be 'user' or 'assistant'"],
  ['an assistant that begins', messages(said, user), 'first message must use the "user" role'],
  ['an assistant that ends', messages(user, said), 'does not support assistant message prefill'],
  ['no messages', messages(), 'at least one message'],
  ['an empty content', messages({ role: 'user', content: '' }), 'must have non-empty content'],
  ['an empty text', messages({ role: 'user', content: [text('')] }), 'text content blocks must be non-empty'],
  ['a text without words', messages({ role: 'user', content: ' \n' }), 'must contain non-whitespace text'],
  ['empty instructions', withFields({ system: [text('')] }), 'system: text content blocks'],
  ['an unknown block', messages({ role: 'user', content: [{ type: 'film' }] }), "Input tag 'film'"],
  [
    'an input that is no object',
    messages(user, { ...called, content: [{ ...use, input: '{}' }] }),
    'valid dictionary',
  ],
  [
    'five marks',
    withFields({ messages: marks(5) }),
    'maximum of 4 blocks with cache_control may be provided. Found 5',
  ],
  ['four marks and one for all', withFields({ messages: marks(4), ...mark }), 'Found 5'],
  [
    'a mark on thinking',
    withText(/("type":"thinking")/, '$1,"cache_control":{"type":"ephemeral"}'),
    'thinking.cache_control: Extra inputs are not permitted',
  ],
  ['no limit of tokens', without('max_tokens'), 'max_tokens: Field required'],
  ['no model', without('model'), 'model: Field required'],
  [
    'a tool twice',
    (body) => ({ ...body, tools: [body.tools, body.tools].flat() }),
    'Tool names must be unique',
  ],
  ['a tool without a schema', without('input_schema'), 'input_schema'],
  ['unknown thinking', withFields({ thinking: { type: 'much' } }), 'thinking: Input tag'],
  [
    'a budget above the limit',
    withFields({ thinking: { type: 'enabled', budget_tokens: 2_000 } }),
    'must be greater than `thinking.budget_tokens`',
  ],
]);

describe('the cache of anthropic', () => {
  let sut: ModelSimulator;
  beforeEach(async () => {
    sut = await ModelSimulator.start();
  });
  afterEach(() => sut.stop());

  const LONG = 'word '.repeat(1_000);
  const usage = async (...blocks: readonly object[]) => {
    const caller = callerOf('anthropic');
    const body = { ...caller.body(''), messages: [{ role: 'user', content: blocks }] };
    const { usage: counts } = (await (await send(sut, caller, body)).json()) as {
      usage: Record<'input_tokens' | 'cache_read_input_tokens' | 'cache_creation_input_tokens', number>;
    };
    return [counts.cache_creation_input_tokens, counts.cache_read_input_tokens, counts.input_tokens].map(
      (count) => (count > 1_000 ? 'much' : count > 0 ? 'little' : 'none'),
    );
  };

  it('writes up to a mark, and reads it again from a later one', async () => {
    expect(await usage(text(LONG, mark), text('a'))).toEqual(['much', 'none', 'little']);
    expect(await usage(text(LONG), text('a', mark))).toEqual(['little', 'much', 'none']);
    expect(await usage(text(LONG), text('a'))).toEqual(['none', 'none', 'much']);
  });

  it('keeps nothing short, and finds nothing more than twenty blocks before a mark', async () => {
    expect(await usage(text('short', mark))).toEqual(['none', 'none', 'little']);
    await usage(text(LONG, mark));
    const between = Array.from({ length: 20 }, () => text('x'));
    expect(await usage(text(LONG), ...between.slice(1), text('x', mark))).toEqual(['little', 'much', 'none']);
    await sut.stop();
    sut = await ModelSimulator.start();
    await usage(text(LONG, mark));
    expect(await usage(text(LONG), ...between, text('x', mark))).toEqual(['much', 'none', 'none']);
  });

  it('is asked for a version of the protocol', async () => {
    const response = await send(
      sut,
      { ...callerOf('anthropic'), headers: {} },
      callerOf('anthropic').body('x'),
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { message: 'anthropic-version: header is required' },
    });
  });
});
