import { FakeClock } from '../../../test/support/fake-clock.js';
import { RateLimits } from './rate-limits.js';

const clock = new FakeClock();
let sut: RateLimits;
beforeEach(() => {
  sut = new RateLimits(clock);
});
const burst = (count: number, conversation = 'a') =>
  Array.from({ length: count }, () => sut.waitBeforeCall(conversation));

it('a conversation may send what each window of the platform allows (wire 3.4)', () => {
  expect(burst(8).slice(6)).toEqual([0, 1_100]);
  clock.advance(1_100);
  // The window of two seconds has room for one more, the next only when the first seven are out of it.
  expect(burst(2)).toEqual([0, 1_000]);
  expect(burst(1, 'b')).toEqual([0]);
  let sent = 8;
  for (let waitMs = 0; sent < 60; waitMs = sut.waitBeforeCall('a')) {
    if (waitMs === 0) sent += 1;
    else clock.advance(waitMs);
  }
  expect(sut.waitBeforeCall('a')).toBeGreaterThan(1_000);
});

it('the whole app may send 50 messages a second', () => {
  const taken = Array.from({ length: 60 }, (_, index) => sut.waitBeforeCall(`c${index}`));
  expect(taken.filter((waitMs) => waitMs === 0)).toHaveLength(50);
});

it("typing leaves half of a conversation's limit to messages", () => {
  const spare = Array.from({ length: 7 }, () => sut.takeSpare('a'));
  expect(spare.filter(Boolean)).toHaveLength(3);
  expect(sut.waitBeforeCall('a')).toBe(0);
});

it("typing leaves half of the app's limit to messages", () => {
  const spare = Array.from({ length: 50 }, (_, index) => sut.takeSpare(`c${index}`));
  expect(spare.filter(Boolean)).toHaveLength(25);
  expect(sut.waitBeforeCall('another')).toBe(0);
});

it('a paused conversation waits, and others do not', () => {
  sut.pause('a', 5_000);
  expect([sut.waitBeforeCall('a'), sut.waitBeforeCall('b'), sut.takeSpare('a')]).toEqual([5_000, 0, false]);
  clock.advance(5_000);
  expect(sut.waitBeforeCall('a')).toBe(0);
});

it('a pause is not changed by a clock that is set back or forward', () => {
  sut.pause('a', 5_000);
  clock.jump(-86_400_000);
  expect(sut.waitBeforeCall('a')).toBe(5_000);
  clock.jump(2 * 86_400_000);
  expect(sut.waitBeforeCall('a')).toBe(5_000);
});
