import fc from 'fast-check';
import { bucketOf, type Latencies, NOTHING, percentileOf, plus } from './sums.js';

const latenciesOf = (all: readonly number[]): Latencies => {
  const counts: Record<string, number> = {};
  for (const ms of all) counts[bucketOf(ms)] = (counts[bucketOf(ms)] ?? 0) + 1;
  return counts;
};

describe('percentiles of latencies', () => {
  it('are exact to 4.5 % and half a millisecond, and those of two periods are those of all', () => {
    const ms = fc.integer({ min: 1, max: 86_400_000 });
    fc.assert(
      fc.property(
        fc.array(ms, { minLength: 1 }),
        fc.array(ms),
        fc.constantFrom(0.5, 0.95),
        (one, other, part) => {
          const both = plus(
            { ...NOTHING, latencies: latenciesOf(one) },
            { ...NOTHING, latencies: latenciesOf(other) },
          );
          const all = [...one, ...other].toSorted((a, b) => a - b);
          const exact = all[Math.ceil(part * all.length) - 1]!;
          expect(Math.abs(percentileOf(both.latencies, part)! - exact)).toBeLessThanOrEqual(
            exact * 0.045 + 0.5,
          );
        },
      ),
    );
  });

  it('are none without a latency', () => {
    expect(percentileOf({}, 0.5)).toBeNull();
  });
});
