import { FakeClock } from '../../../test/support/fake-clock.js';
import { RateLimits } from '../service/rate-limits.js';
import { Recent } from './recent.js';

const clock = new FakeClock();

describe('10.34 what is remembered is bounded', () => {
  it('values make room for newer ones, those not asked for first, and end with their time', () => {
    const sut = new Recent<number>(clock, { most: 3, forMs: 1_000 });
    for (const [index, key] of ['a', 'b', 'c'].entries()) sut.set(key, index);
    expect(sut.get('a')).toBe(0);
    sut.set('d', 3);
    expect(['a', 'b', 'c', 'd'].map((key) => sut.get(key))).toEqual([0, undefined, 2, 3]);
    clock.advance(1_000);
    expect(sut.get('d')).toBeUndefined();
  });

  it('so do the times of sends, of the conversation that was quiet for longest', () => {
    const sut = new RateLimits(clock);
    const takes = () => Array.from({ length: 8 }, () => sut.take('first')).filter((waitMs) => waitMs === 0);
    expect(takes()).toHaveLength(7);
    for (let index = 0; index < 5_000; index++) sut.pause(`other-${index}`, 1);
    expect(takes()).toHaveLength(7);
  });
});
