import { firstIdAt, newId, timeOfId } from './opaque-id.js';

describe('newId', () => {
  it('makes ids that never repeat and sort in the order of their making', () => {
    const ids = Array.from({ length: 5_000 }, (_, n) =>
      newId('x', 1_700_000_000_000 + Math.floor(n / 1_000)),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
  });

  it('firstIdAt separates ids made before a time from those made since', () => {
    const at = 1_700_000_000_000;
    expect(newId('x', at - 1) < firstIdAt('x', at)).toBe(true);
    expect(newId('x', at) > firstIdAt('x', at)).toBe(true);
    expect(firstIdAt('x', -1)).toBe(firstIdAt('x', 0));
  });

  it('timeOfId tells when an id was made, with or without its prefix', () => {
    const at = 1_700_000_000_123;
    const id = newId('msg', at);
    expect([timeOfId(id), timeOfId(id.slice('msg_'.length))]).toEqual([at, at]);
  });

  it('makes a prefix and 26 lower-case letters and digits', () => {
    expect(newId('dlv')).toMatch(/^dlv_[0-9a-z]{26}$/);
  });
});
