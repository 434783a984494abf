import { newId } from './opaque-id.js';

describe('newId', () => {
  it('makes ids that never repeat and sort in the order of their making', () => {
    const ids = Array.from({ length: 5_000 }, (_, n) =>
      newId('x', 1_700_000_000_000 + Math.floor(n / 1_000)),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
  });

  it('has a prefix that names its kind, and no characters that need escaping', () => {
    expect(newId('dlv')).toMatch(/^dlv_[0-9a-z]{26}$/);
  });
});
