import { jest } from '@jest/globals';
import { type Retention, RetentionSchedule } from './retention-schedule.js';

const HOUR_MS = 3_600_000;

describe('RetentionSchedule', () => {
  const run = jest.fn<Retention['deleteOld']>();
  let sut: RetentionSchedule;

  beforeEach(() => {
    jest.useFakeTimers();
    run.mockReset().mockResolvedValue();
    sut = new RetentionSchedule({ deleteOld: run } as Partial<Retention> as Retention);
    sut.onApplicationBootstrap();
  });
  afterEach(() => jest.useRealTimers());

  it('runs first after five minutes, then about every hour', async () => {
    await jest.advanceTimersByTimeAsync(HOUR_MS / 12 - 1);
    expect(run).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(HOUR_MS / 60 + 1);
    expect(run).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1.2 * HOUR_MS);
    expect(run).toHaveBeenCalledTimes(2);
    await sut.onModuleDestroy();
  });

  it('continues after a failed round', async () => {
    run.mockRejectedValueOnce(new Error('database is away'));
    await jest.advanceTimersByTimeAsync(3 * HOUR_MS);
    expect(run.mock.calls.length).toBeGreaterThan(1);
    await sut.onModuleDestroy();
  });

  it('stops a running round, waits for it, and begins no other', async () => {
    run.mockImplementation(
      (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    );
    await jest.advanceTimersByTimeAsync(HOUR_MS);
    await sut.onModuleDestroy();
    await jest.advanceTimersByTimeAsync(10 * HOUR_MS);
    expect(run).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});
