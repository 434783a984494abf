import { SystemClock } from '../../../common/index.js';
import type { Database, Tx } from '../../database/database.js';
import { type ClaimedJob, type JobHandler, type JobResult } from '../job-queue.js';
import { type Claim, type LaneRepository, LONGEST_WAIT_MS, type Postponement } from './lane.repository.js';
import { LaneRunner } from './lane-runner.js';
import { RunningJobs } from './running-jobs.js';

const CLAIM: Claim = { kind: 'work', key: 'a', jobId: 1, epoch: 1, payload: {}, attempts: 0, createdAt: 0 };
const LATER: JobResult = { kind: 'retry', afterMs: 0, reason: 'stopped', free: true };

const make = (handle: (job: ClaimedJob) => Promise<JobResult>, postponed: number[] = []) => {
  const handler = { kind: 'work', concurrency: 1, maxAttempts: 2, handle } as unknown as JobHandler;
  const db = { transaction: (work: (tx: Tx) => unknown) => work({} as Tx) } as unknown as Database;
  const postpone = async (_tx: Tx, _claim: Claim, { afterMs }: Postponement) => void postponed.push(afterMs);
  const lanes = { postpone } as unknown as LaneRepository;
  const parts = {
    db,
    lanes,
    clock: new SystemClock(),
    dueClock: new SystemClock(),
    handler,
    running: new RunningJobs(),
  };
  return new LaneRunner({ ...parts, expedite: async () => undefined, onFault: () => undefined }, CLAIM);
};

describe('LaneRunner', () => {
  it('lets no job wait longer than the longest back-off, whatever its handler asks for', async () => {
    const postponed: number[] = [];
    await make(async () => ({ ...LATER, afterMs: 3_600_000 }), postponed).runJobs();
    expect(postponed).toEqual([LONGEST_WAIT_MS]);
  });

  it("aborts a job's signals, whether the job reads them before or afterwards", async () => {
    const gate = Promise.withResolvers<undefined>();
    const seen: boolean[][] = [];
    const sut = make(async (job) => {
      const { signal, stopping } = job;
      const look = () => seen.push([job.stopping.aborted, job.signal.aborted]);
      look();
      sut.stop();
      look();
      await gate.promise;
      look();
      seen.push([stopping.aborted, signal.aborted]);
      return LATER;
    });
    const ended = sut.runJobs();
    sut.abortNow();
    gate.resolve(undefined);
    await ended;
    expect(seen).toEqual([
      [false, false],
      [true, false],
      [true, true],
      [true, true],
    ]);
  });

  it('aborts the signals of a job that reads them only after the stop', async () => {
    const gate = Promise.withResolvers<undefined>();
    const seen: boolean[] = [];
    const sut = make(async (job) => {
      await gate.promise;
      seen.push(job.stopping.aborted, job.signal.aborted);
      return LATER;
    });
    const ended = sut.runJobs();
    sut.stop();
    gate.resolve(undefined);
    await ended;
    expect(seen).toEqual([true, false]);
  });
});
