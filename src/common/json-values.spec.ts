import { valuesIn } from './json-values.js';

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
