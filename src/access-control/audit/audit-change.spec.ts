import { bounded, difference } from './audit-change.js';

describe('a change in the audit log', () => {
  it('has only the values that differ', () => {
    expect(difference({ a: 1, b: [1], c: null }, { a: 1, b: [2], d: 'new' })).toEqual({
      before: { b: [1], c: null },
      after: { b: [2], d: 'new' },
    });
  });

  it('keeps a short value as it is, and says how long a cut one was', () => {
    const long = 'x'.repeat(1_001);
    expect(bounded({ before: { a: [1], b: null }, after: { a: long } })).toEqual({
      before: { a: [1], b: null },
      after: { a: `${'x'.repeat(1_000)}… (1001 characters)` },
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
});
