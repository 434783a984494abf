import { jest } from '@jest/globals';
import { fakeTimeouts } from '../../../../test/support/fake-timeouts.js';
import { KeysUnavailable, TokenRefused } from '../wire/bot-adapter.js';
import { Verifications } from './verification.js';

/** The library's error when the keys are answered with a fault. */
const NO_KEYS = Object.assign(new Error('Failed to load Keys: 503'), { statusCode: 500 });
const kindOf = (settled: PromiseSettledResult<string>) =>
  settled.status === 'rejected' && (settled.reason as Error).constructor;

afterEach(() => {
  jest.useRealTimers();
});

it('one verification at a time fetches missing keys, and all run again once keys are there', async () => {
  const sut = new Verifications();
  const library = jest.fn<() => Promise<string>>().mockRejectedValueOnce(NO_KEYS);
  await expect(sut.admit(library)).rejects.toThrow(KeysUnavailable);
  const keys = Promise.withResolvers<string>();
  library.mockReturnValueOnce(keys.promise);
  const first = sut.admit(library);
  const others = await Promise.allSettled([sut.admit(library), sut.admit(library)]);
  expect(others.map(kindOf)).toEqual([KeysUnavailable, KeysUnavailable]);
  expect(library).toHaveBeenCalledTimes(2);
  keys.resolve('admitted');
  expect(await first).toBe('admitted');
  // A token that is refused shows that there are keys, too.
  library.mockRejectedValue(new Error('invalid signature'));
  const refused = await Promise.allSettled([sut.admit(library), sut.admit(library)]);
  expect(refused.map(kindOf)).toEqual([TokenRefused, TokenRefused]);
  expect(library).toHaveBeenCalledTimes(4);
});

it('a verification whose keys do not come ends after three seconds', async () => {
  fakeTimeouts();
  const ended = Promise.allSettled([new Verifications().admit(() => new Promise<string>(() => undefined))]);
  jest.advanceTimersByTime(3_000);
  expect((await ended).map(kindOf)).toEqual([KeysUnavailable]);
});
