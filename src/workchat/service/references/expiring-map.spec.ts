import { randomUUID } from 'node:crypto';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { MemoryState } from '../../../../test/support/imbridge.js';
import { RateLimits } from '../rate-limits.js';
import { ExpiringMap } from './expiring-map.js';
import { TeamGroups } from './team-groups.js';

const clock = new FakeClock();

describe('10.34 stored values are bounded', () => {
  it('the least recently used value makes room for a new one, and values expire', () => {
    const sut = new ExpiringMap<number>(clock, { most: 3, forMs: 1_000 });
    for (const [index, key] of ['a', 'b', 'c'].entries()) sut.set(key, index);
    expect(sut.get('a')).toBe(0);
    sut.set('d', 3);
    expect(['a', 'b', 'c', 'd'].map((key) => sut.get(key))).toEqual([0, undefined, 2, 3]);
    clock.advance(1_000);
    expect(sut.get('d')).toBeUndefined();
  });

  it('send times of the conversation that was quiet the longest make room for others', () => {
    const sut = new RateLimits(clock);
    const takes = () =>
      Array.from({ length: 8 }, () => sut.waitBeforeCall('first')).filter((waitMs) => waitMs === 0);
    expect(takes()).toHaveLength(7);
    for (let index = 0; index < 5_000; index++) sut.pause(`other-${index}`, 1);
    expect(takes()).toHaveLength(7);
  });

  it('the groups of 5,000 teams are kept, without expiry', async () => {
    const state = new MemoryState();
    const sut = new TeamGroups(state, clock);
    for (let index = 0; index < 5_001; index++) await sut.store(`team-${index}`, randomUUID());
    clock.advance(1e12);
    const known = (teams: TeamGroups) =>
      Array.from({ length: 5_001 }, (_, index) => teams.groupOf(`team-${index}`)).filter(Boolean).length;
    expect([sut.groupOf('team-0'), known(sut)]).toEqual([undefined, 5_000]);
    const next = new TeamGroups(state, clock);
    await next.load();
    expect(known(next)).toBe(5_000);
  });
});
