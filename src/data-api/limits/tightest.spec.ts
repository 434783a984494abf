import { tightest, type WindowState } from './key-limits.service.js';

const state = (limit: number, totalHits: number, timeToExpire: number): WindowState => ({
  limit,
  totalHits,
  timeToExpire,
  timeToBlockExpire: timeToExpire,
  isBlocked: totalHits > limit,
});

describe('the tightest window', () => {
  it.each([
    ['refuses, though another has fewer requests left', [state(5, 5, 900), state(9, 10, 1)], 1],
    ['opens last, among those that refuse', [state(5, 9, 10), state(9, 10, 60), state(9, 99, 20)], 1],
    ['has the fewest requests left', [state(5, 2, 900), state(9, 8, 1), state(9, 7, 60)], 1],
    ['ends last, among those with as many left', [state(5, 4, 10), state(9, 8, 60), state(3, 2, 20)], 1],
    ['is the first of equal ones', [state(5, 4, 10), state(9, 8, 10)], 0],
  ] as const)('%s', (_, states, found) => {
    expect(states.indexOf(tightest(states))).toBe(found);
  });
});
