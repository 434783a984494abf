import { jest } from '@jest/globals';
import { SystemClock } from '../../../common/index.js';
import type { Database, Tx } from '../../database/database.js';
import type { LaneWorkers } from '../../jobs/lanes/lane-workers.js';
import { DatabaseUnavailableError } from '../../database/database-unavailable.error.js';
import type { GraphileLaneRepository } from './graphile-lane.repository.js';
import { HeartbeatLoop } from './heartbeat-loop.js';
import type { HeartbeatRepository } from './heartbeat.repository.js';

const OWNER = 'wkr_1';

/** A loop on a database that can be unavailable, beside another worker that stopped beating as the loop began. */
function make() {
  const state = {
    isAway: false,
    released: [] as string[],
    expedited: [] as string[],
    setBackMs: 0,
    beats: 0,
    silentMs: 0,
  };
  let answerMs = 0;
  const ask = async () => {
    if (state.isAway) throw new DatabaseUnavailableError('away');
    if (answerMs > 0) await new Promise((resolve) => setTimeout(resolve, answerMs));
  };
  const db = {
    transaction: async (work: (tx: Tx) => Promise<unknown>) => {
      await ask();
      return work({} as Tx);
    },
  } as unknown as Database;
  const lanes = {
    held: async () => [],
    wakeForgotten: ask,
    releaseOf: async (_tx: Tx, owner: string) => void state.released.push(owner),
    expedite: async (_tx: Tx, kind: string) => void state.expedited.push(kind),
  } as unknown as GraphileLaneRepository;
  const heartbeats = {
    beat: async () => {
      const time = Date.now() - state.setBackMs;
      await ask();
      return { beats: state.beats++, time };
    },
    all: async () => [{ owner: 'wkr_other', beats: 7, silentMs: state.silentMs }],
    remove: async () => true,
    leave: async () => undefined,
  } as unknown as HeartbeatRepository;
  const abortNow = jest.fn();
  const workers = new Map([['work', { abortNow, keysInHand: () => [] } as unknown as LaneWorkers]]);
  const clock = new SystemClock();
  const onFault = () => undefined;
  const sut = new HeartbeatLoop({ db, clock, lanes, owner: OWNER, workers, onFault }, heartbeats);
  return { sut, state, abortNow, answerIn: (ms: number) => (answerMs = ms) };
}

describe('HeartbeatLoop', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('aborts its jobs once the database was away so long that others may have them', async () => {
    const { sut, state, abortNow } = make();
    await sut.start();
    abortNow.mockClear();
    await jest.advanceTimersByTimeAsync(8_000);
    state.isAway = true;
    await jest.advanceTimersByTimeAsync(15_000);
    expect(abortNow).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(2_000);
    expect(abortNow).toHaveBeenCalled();
    state.isAway = false;
    await sut.stop();
  });

  it('aborts its jobs once others have taken it for dead', async () => {
    const { sut, state, abortNow } = make();
    await sut.start();
    abortNow.mockClear();
    await jest.advanceTimersByTimeAsync(8_000);
    expect(abortNow).not.toHaveBeenCalled();
    state.beats = 0;
    await jest.advanceTimersByTimeAsync(4_000);
    expect(abortNow).toHaveBeenCalledTimes(1);
    await sut.stop();
  });

  it('leaves its lanes to others when it stops', async () => {
    const { sut, state } = make();
    await sut.start();
    expect(state.released).toEqual([]);
    await sut.stop();
    expect(state.released).toEqual([OWNER]);
  });

  it('gives other workers the full time again after the database was away', async () => {
    const { sut, state } = make();
    await sut.start();
    await jest.advanceTimersByTimeAsync(11_000);
    state.isAway = true;
    await jest.advanceTimersByTimeAsync(2_000);
    state.isAway = false;
    await jest.advanceTimersByTimeAsync(15_000);
    expect(state.released).toEqual([]);
    await jest.advanceTimersByTimeAsync(8_000);
    expect(state.released).toEqual(['wkr_other']);
    await sut.stop();
  });

  it('takes a worker that was silent before this process began for dead once it has missed two beats', async () => {
    const { sut, state } = make();
    state.silentMs = 17_000;
    await sut.start();
    await jest.advanceTimersByTimeAsync(7_900);
    expect(state.released).toEqual([]);
    await jest.advanceTimersByTimeAsync(200);
    expect(state.released).toEqual(['wkr_other']);
    await sut.stop();
  });

  it('gives a worker that could not beat while the database was away two beats, whatever the database says', async () => {
    const { sut, state } = make();
    state.silentMs = 60_000;
    await sut.start();
    await jest.advanceTimersByTimeAsync(5_000);
    state.isAway = true;
    await jest.advanceTimersByTimeAsync(4_000);
    state.isAway = false;
    await jest.advanceTimersByTimeAsync(7_000);
    expect(state.released).toEqual([]);
    await sut.stop();
  });

  it("ends all waits once when the database's clock was set back, not when it answers late", async () => {
    const { sut, state, answerIn } = make();
    await sut.start();
    answerIn(3_000);
    await jest.advanceTimersByTimeAsync(20_000);
    expect(state.expedited).toEqual([]);
    answerIn(0);
    state.setBackMs = 86_400_000;
    await jest.advanceTimersByTimeAsync(20_000);
    expect(state.expedited).toEqual(['work']);
    await sut.stop();
  });
});
