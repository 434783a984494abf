import { jest } from '@jest/globals';
import type { ConnectionState } from '../../channels/index.js';
import { Connection } from './connection.js';

const TIMINGS = { healthyMs: 60_000, backOffMs: 1_000, backOffCapMs: 60_000 };

describe('the connection of an account', () => {
  let fault: Error | undefined;
  let told: ConnectionState['status'][];
  let sut: Connection;
  const keys = jest.fn(async () => undefined);
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(Math, 'random').mockReturnValue(0);
    [fault, told] = [undefined, []];
    keys.mockClear();
    const token = async () => {
      if (fault) throw fault;
    };
    sut = new Connection({ open: async () => undefined, learn: async () => undefined, token, keys }, TIMINGS);
  });
  afterEach(async () => {
    await sut.stop();
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
  const start = async () => {
    sut.start(({ status }) => told.push(status));
    await jest.advanceTimersByTimeAsync(0);
  };
  /** How many looks there are within that time. */
  const looks = async (ms: number) => {
    told = [];
    await jest.advanceTimersByTimeAsync(ms);
    return told.length;
  };
  /** How long it is until the next look, s. */
  const pause = async () => {
    for (let seconds = 1; seconds < 100; seconds++) if ((await looks(1_000)) > 0) return seconds;
    return Infinity;
  };
  const pauses = async (count: number) => {
    const found: number[] = [];
    while (found.length < count) found.push(await pause());
    return found;
  };

  it('waits longer after each failure, and as long as after the first when it is started again', async () => {
    fault = new Error('away');
    await start();
    expect(told).toEqual(['connecting', 'error']);
    expect(await pauses(8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    await sut.stop();
    await start();
    expect(await pauses(2)).toEqual([1, 2]);
  });

  it('waits as after the first failure when it was well in between', async () => {
    fault = new Error('away');
    await start();
    await pauses(4);
    fault = undefined;
    await pauses(2);
    expect(told).toEqual(['connected']);
    fault = new Error('away');
    expect(await pauses(3)).toEqual([60, 1, 2]);
  });

  it('tells nothing once it is stopped, and asks for the keys until it has seen them', async () => {
    await start();
    await looks(180_000);
    expect(keys).toHaveBeenCalledTimes(1);
    await sut.stop();
    expect(await looks(180_000)).toBe(0);
  });
});
