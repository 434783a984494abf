import { jest } from '@jest/globals';
import { MemoryState } from '../../../test/support/imbridge.js';
import { DEFAULT_ACCOUNT } from '../../channels/index.js';
import { CatchUpRequests } from './catch-up-requests.js';

const LOOK_MS = 2_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('a request for a catch-up is written again until it succeeds, and once after the disconnect', async () => {
  const state = new MemoryState();
  const sut = new CatchUpRequests(DEFAULT_ACCOUNT, state, LOOK_MS);
  state.isDown = true;
  sut.start();
  sut.make();
  await jest.advanceTimersByTimeAsync(3 * LOOK_MS);
  expect(state.failures).toBe(4);
  sut.stop();
  sut.make();
  await jest.advanceTimersByTimeAsync(3 * LOOK_MS);
  expect([state.failures, jest.getTimerCount()]).toEqual([5, 0]);
  state.isDown = false;
  sut.make();
  await jest.advanceTimersByTimeAsync(0);
  expect(state.writes).toHaveLength(1);
});
