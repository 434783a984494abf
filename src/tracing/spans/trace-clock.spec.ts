import { nanosecondsIn, TraceClock } from './trace-clock.js';

/** A clock whose two times the test moves. */
function clock() {
  const time = { wall: 1_000_000, steady: 50 };
  const sut = new TraceClock(
    () => time.wall,
    () => time.steady,
  );
  return { time, sut };
}

it('times are finer than those of the day, and grow with the steady clock', () => {
  const { time, sut } = clock();
  expect(sut.now().at).toBe(1_000_000);
  time.steady += 0.25;
  expect(sut.now().at).toBe(1_000_000.25);
});

it('a clock that is set back shortens no step, and later ones have the new time', () => {
  const { time, sut } = clock();
  const begun = sut.now();
  time.wall -= 3_600_000;
  time.steady += 7;
  expect(sut.endOf(begun)).toBe(1_000_007);
  expect(sut.now().at).toBe(1_000_000 - 3_600_000);
});

it.each([
  [1_764_150_000_000, '1764150000000000000'],
  [1_764_150_000_000.25, '1764150000000250000'],
])('%s ms are %s ns', (ms, ns) => {
  expect(nanosecondsIn(ms)).toBe(ns);
});
