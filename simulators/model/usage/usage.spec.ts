import { Ledger } from './ledger.js';
import { PromptCache } from './prompt-cache.js';
import { piece } from './prompt-piece.js';
import { wordsOf } from './tokens.js';

const counts = (inputTokens: number, outputTokens: number) => ({
  inputTokens,
  outputTokens,
  cachedTokens: 1,
  cacheWriteTokens: 2,
  reasoningTokens: 3,
});

describe('the ledger', () => {
  it('sums calls by model, and those that broke off apart', () => {
    const sut = new Ledger();
    sut.add('one', counts(10, 5), true);
    sut.add('one', counts(20, 6), true);
    sut.add('one', counts(30, 1), false);
    sut.add('two', counts(40, 7), true);
    expect(sut.totals).toMatchObject([
      { model: 'one', calls: 2, inputTokens: 30, outputTokens: 11, cachedTokens: 2, cacheWriteTokens: 4 },
      { model: 'two', calls: 1, inputTokens: 40, cut: { calls: 0 } },
    ]);
    expect(sut.totals[0]!.cut).toMatchObject({ calls: 1, inputTokens: 30, outputTokens: 1 });
  });
});

describe('the cache of prompts', () => {
  const rule = { by: 'blocks', blockTokens: 64, minTokens: 128, reportsWrites: false } as const;

  it('finds the beginning that two prompts share, in whole blocks', () => {
    const sut = new PromptCache();
    const [first, second] = ['a'.repeat(64 * 4 * 3), 'b'.repeat(64 * 4)];
    expect(sut.use('s', [{ text: first }], rule)).toEqual(none(192, 0));
    expect(sut.use('s', [{ text: first + second }], rule)).toMatchObject(none(256, 192));
    expect(sut.use('s', [{ text: first.slice(0, 600) }], rule)).toMatchObject(none(150, 128));
    expect(sut.use('other', [{ text: first }], rule)).toMatchObject(none(192, 0));
  });

  it('passes over a beginning shorter than the vendor keeps', () => {
    const sut = new PromptCache();
    const text = 'a'.repeat(64 * 4);
    sut.use('s', [{ text }], rule);
    expect(sut.use('s', [{ text }], rule)).toMatchObject(none(64, 0));
  });
});

const none = (inputTokens: number, cachedTokens: number) => ({
  inputTokens,
  cachedTokens,
  cacheWriteTokens: 0,
});

describe('tokens', () => {
  it('are the words of an answer, which joined give the exact text', () => {
    expect(wordsOf('one  two\n')).toEqual(['one', '  two', '\n']);
  });

  it('of a file are few, and of a mark of the cache none', () => {
    const file = 'A'.repeat(100_000);
    expect(piece({ data: file }).text.length).toBeLessThan(100);
    expect(piece({ text: 'x', cache_control: {} }).text).toBe('{"text":"x"}');
  });
});
