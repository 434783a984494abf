import { bounded, difference } from './audit-change.js';

describe('a change in the audit log', () => {
  it('has only the values that differ', () => {
    expect(difference({ a: 1, b: [1], c: null }, { a: 1, b: [2], d: 'new' })).toEqual({
      before: { b: [1], c: null },
      after: { b: [2], d: 'new' },
    });
  });

  it('keeps a short value as it is, and says how long a cut one was', () => {
    const [short, long] = ['x'.repeat(1_000), 'x'.repeat(1_001)];
    expect(bounded({ before: { a: [1], b: null, c: short }, after: { a: long, b: [short] } })).toEqual({
      before: { a: [1], b: null, c: short },
      after: {
        a: `${short}… (1001 characters)`,
        b: `${JSON.stringify([short]).slice(0, 1_000)}… (1004 characters)`,
      },
    });
  });

  it('is stored within its bounds, and says how many values were too much', () => {
    const values = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, at) => [`name ${at}`, 'y'.repeat(90)]),
    );
    const { before, after } = bounded({ before: {}, after: values });
    expect(before).toEqual({});
    expect(JSON.stringify(after).length).toBeLessThan(17_000);
    const kept = Object.keys(after).length - 1;
    expect(after['…']).toBe(`${1_000 - kept} more`);
  });

  it.each(['before', 'after'] as const)('may have 16,000 characters %s the act', (side) => {
    // With its name and its side each takes 1,000.
    const value = 'z'.repeat(1_000 - `a{"${side}":""}`.length);
    const whole = Object.fromEntries(Array.from('abcdefghijklmnop', (name) => [name, value]));
    const none = { before: {}, after: {} };
    expect(bounded({ ...none, [side]: whole })).toEqual({ ...none, [side]: whole });
    const kept = { ...whole, '…': '2 more' };
    expect(bounded({ ...none, [side]: { ...whole, q: 1, r: 2 } })).toEqual({ ...none, [side]: kept });
  });
});
