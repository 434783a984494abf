import { jest } from '@jest/globals';
import { whileTelling } from './waiting.js';

it('whileTelling reports the seconds every five seconds until the work ends', async () => {
  jest.useFakeTimers();
  try {
    const told: number[] = [];
    const { promise, resolve } = Promise.withResolvers<string>();
    const waited = whileTelling(promise, (seconds) => told.push(seconds));
    jest.advanceTimersByTime(12_000);
    resolve('done');
    expect(await waited).toBe('done');
    jest.advanceTimersByTime(60_000);
    expect(told).toEqual([5, 10]);
  } finally {
    jest.useRealTimers();
  }
});
