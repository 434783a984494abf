import { jest } from '@jest/globals';
import { Candidate } from './lease-leadership.js';

describe('Candidate', () => {
  let told: [boolean, number][];
  let sut: Candidate | undefined;

  beforeEach(() => {
    jest.useFakeTimers();
    told = [];
  });
  afterEach(async () => {
    const stopped = sut?.stop();
    await jest.advanceTimersByTimeAsync(60_000);
    await stopped;
    jest.useRealTimers();
  });

  /** The first request is answered after a while; the database is unavailable for all that follow. */
  const answeredAfter = (ms: number) => {
    let requests = 0;
    const start = performance.now();
    const hold = () =>
      requests++ === 0
        ? new Promise<boolean>((done) => setTimeout(() => done(true), ms))
        : Promise.reject(new Error('away'));
    sut = new Candidate({
      hold,
      onChange: (isHeld) => told.push([isHeld, performance.now() - start]),
      timings: { ttlMs: 10_000, askMs: 2_500 },
    });
    return jest.advanceTimersByTimeAsync(30_000);
  };

  it('counts the time of its lease from the request, not from the answer', async () => {
    await answeredAfter(4_000);
    expect(told).toEqual([
      [true, 4_000],
      [false, 10_000],
    ]);
  });

  it('holds nothing by an answer that comes after the end of the lease', async () => {
    await answeredAfter(10_000);
    expect(told).toEqual([[false, 10_000]]);
  });
});
