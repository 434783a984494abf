import { OpenAiCompatibleReader } from './openai-compatible-reader.js';

const FINISH = { choices: [{ delta: {}, finish_reason: 'tool_calls' }] };
const answerTo = (...chunks: object[]) => {
  const stream = new OpenAiCompatibleReader(100);
  for (const chunk of [...chunks, FINISH]) stream.readEvent(JSON.stringify(chunk));
  return stream.end();
};
const delta = (...calls: object[]) => ({ choices: [{ delta: { tool_calls: calls } }] });
const piece = (index: number | undefined, id: string | undefined, name?: string, text: unknown = '') => ({
  index,
  id,
  function: { name, arguments: text },
});

describe('OpenAiCompatibleReader', () => {
  it.each([
    [
      'pieces under their index',
      [
        delta(piece(0, 'a', 'message', '{"n"'), piece(1, 'b', 'message', '{"n":')),
        delta(piece(1, undefined, undefined, '2}')),
        delta(piece(0, '', undefined, ':1}')),
      ],
    ],
    [
      'no index',
      [delta(piece(undefined, 'a', 'message', '{"n":1}'), piece(undefined, 'b', 'message', '{"n":2}'))],
    ],
    [
      'one index for all',
      [delta(piece(0, 'a', 'message', '{"n":1}')), delta(piece(0, 'b', 'message', '{"n":2}'))],
    ],
    [
      'the id with every piece',
      [
        delta(piece(0, 'a', 'message', '{"n"')),
        delta(piece(0, 'a', 'message', ':1}')),
        delta(piece(1, 'b', 'message', '{"n":2}')),
      ],
    ],
    [
      'arguments as they are',
      [delta(piece(0, 'a', 'message', { n: 1 })), delta(piece(1, 'b', 'message', { n: 2 }))],
    ],
  ])('joins calls with %s', (_, chunks) => {
    expect(answerTo(...chunks).calls).toEqual([
      { id: 'a', name: 'message', input: { n: 1 } },
      { id: 'b', name: 'message', input: { n: 2 } },
    ]);
  });

  it('gives an id to calls without one', () => {
    const calls = [piece(0, undefined, 'message', '{}'), piece(1, undefined, 'message', '{}')];
    expect(answerTo(delta(...calls)).calls.map(({ id }) => id)).toEqual(['call_1', 'call_2']);
  });

  it('accepts fields that a server leaves empty', () => {
    const empty = [
      {},
      { choices: [] },
      { choices: [{}] },
      { choices: [{ delta: { content: null, tool_calls: null } }], usage: null },
    ];
    expect(answerTo(...empty)).toMatchObject({ text: '', calls: [] });
  });

  it("counts cached and reasoning tokens, by OpenAI's names and by DeepSeek's", () => {
    const usage = (more: object) => {
      const stream = new OpenAiCompatibleReader(100);
      stream.readEvent(JSON.stringify({ usage: { prompt_tokens: 9, completion_tokens: 5, ...more } }));
      return stream.usage;
    };
    const counted = { inputTokens: 9, cachedTokens: 4, cacheWriteTokens: 0, outputTokens: 5 };
    expect(
      usage({
        prompt_tokens_details: { cached_tokens: 4 },
        completion_tokens_details: { reasoning_tokens: 3 },
      }),
    ).toEqual({ ...counted, reasoningTokens: 3 });
    expect(usage({ prompt_cache_hit_tokens: 4, prompt_tokens_details: null })).toEqual({
      ...counted,
      reasoningTokens: 0,
    });
  });

  it.each([
    ['stop', 'end'],
    ['length', 'length'],
    ['content_filter', 'refusal'],
    ['tool_calls', 'end'],
  ])('ends with %s as %s', (reason, stop) => {
    const stream = new OpenAiCompatibleReader(100);
    stream.readEvent(JSON.stringify({ choices: [{ delta: { content: 'a' }, finish_reason: reason }] }));
    expect(stream.end()).toMatchObject({ text: 'a', stop });
  });

  it.each(['length', 'content_filter'])(
    'has no call when it ends with %s: the last may be half',
    (reason) => {
      const stream = new OpenAiCompatibleReader(100);
      const choice = { delta: { tool_calls: [piece(0, 'a', 'message')] }, finish_reason: reason };
      stream.readEvent(JSON.stringify({ choices: [choice] }));
      expect(stream.end().calls).toEqual([]);
    },
  );

  it('ends as a refusal with the words of one', () => {
    const stream = new OpenAiCompatibleReader(100);
    const choice = { delta: { content: null, refusal: 'I can not help.' }, finish_reason: 'stop' };
    expect(stream.readEvent(JSON.stringify({ choices: [choice] }))).toBe('I can not help.');
    expect(stream.end()).toMatchObject({ text: 'I can not help.', stop: 'refusal' });
  });

  it.each([
    ['<think>secret</think>hello', 'hello'],
    ['<thi', '<thi'],
  ])('shows of %j, letter by letter, %j', (content, expected) => {
    const stream = new OpenAiCompatibleReader(100);
    const chunks = content.split(/(?=.)/su).map((letter) => ({ choices: [{ delta: { content: letter } }] }));
    const shown = [...chunks, FINISH].map((chunk) => stream.readEvent(JSON.stringify(chunk))).join('');
    expect([shown + stream.rest(), stream.end().text]).toEqual([expected, expected]);
  });

  it.each(['[]', '1', 'null', '{"choices'])('refuses %s', (data) => {
    const stream = new OpenAiCompatibleReader(100);
    expect(() => {
      stream.readEvent(data);
      stream.end();
    }).toThrow();
  });
});
