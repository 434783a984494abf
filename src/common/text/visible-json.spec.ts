import { valuesIn, visibly } from './visible-json.js';

describe('visibly', () => {
  it.each([
    ['a\u202eb', 'a\\u{202e}b'],
    ['a\u200bb\u00adc', 'a\\u{200b}b\\u{ad}c'],
    ['\u001b[2K\r\n', '\\u{1b}[2K\\u{d}\\u{a}'],
    ['tag \u{e0041}', 'tag \\u{e0041}'],
    ['no\u00a0break\u2003wide', 'no\\u{a0}break\\u{2003}wide'],
    ['lone \ud800', 'lone \\u{d800}'],
    ['Grüße 👍 日本', 'Grüße 👍 日本'],
  ])('shows %j as %j', (text, shown) => {
    expect(visibly(text)).toBe(shown);
  });
});

describe('valuesIn', () => {
  it('names each value by its path, in order', () => {
    const value = { title: 'a "b"', at: { 'due date': null, n: [1, { ok: true }] }, none: {}, empty: [] };
    expect(valuesIn(value)).toEqual([
      { name: 'title', value: '"a \\"b\\""' },
      { name: 'at."due date"', value: 'null' },
      { name: 'at.n[0]', value: '1' },
      { name: 'at.n[1].ok', value: 'true' },
      { name: 'none', value: '{}' },
      { name: 'empty', value: '[]' },
    ]);
  });

  it('has nothing of an object without members', () => {
    expect(valuesIn({})).toEqual([]);
  });

  it('shows what hides in names and values', () => {
    expect(valuesIn({ 'a\u200b': 'x\ny\u202e' })).toEqual([
      { name: '"a\\u{200b}"', value: '"x\\ny\\u{202e}"' },
    ]);
  });
});
