import { runTaskList, type TaskList, type WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import { withTimeout } from '../../../common/index.js';
import { graphileLogger } from '../graphile-logger.js';

/** How long a fetched job waits here for a worker before it is left to other replicas, ms. */
const LONGEST_STAY_MS = 1_000;
/** Maximum time for graphile-worker's last writes at its end, ms. */
const SETTLE_MS = 3_000;
const RELAUNCH_MS = 1_000;

export interface GraphilePoolParts {
  readonly pgPool: pg.Pool;
  readonly tasks: TaskList;
  readonly concurrency: number;
  readonly onFault: (message: string, error: unknown) => void;
}

/**
 * graphile-worker for one kind of jobs, kept running: its pool ends itself when it cannot record the end of a job, and
 * may sleep for up to two minutes after the database was away. It listens, and polls every 2 s, its default, for jobs
 * whose announcement it missed; its local queue does that once for all of its workers.
 */
export class GraphilePool {
  /** Running, or about to end. */
  private readonly pools = new Set<WorkerPool>();
  private current: WorkerPool | undefined;

  constructor(private readonly parts: GraphilePoolParts) {}

  /** Ids of the pools whose locks may be in the database. */
  get ids(): string[] {
    return [...this.pools].map(({ id }) => id);
  }

  start(): void {
    const { pgPool, tasks, concurrency } = this.parts;
    const options = { pgPool, concurrency, logger: graphileLogger, noHandleSignals: true };
    const localQueue = { size: concurrency, ttl: LONGEST_STAY_MS };
    // Without a delay the end of a job is written by a promise that is not awaited, and a lost connection would be an
    // unhandled rejection (graphile-worker 0.18.0, dist/worker.js).
    const worker = { localQueue, completeJobBatchDelay: 0, failJobBatchDelay: 0 };
    const pool = runTaskList({ ...options, preset: { worker } }, tasks, pgPool);
    this.current = pool;
    this.pools.add(pool);
    void this.watchEnd(pool);
  }

  /** Checks for due jobs now. */
  wake(): void {
    this.current?.nudge(this.parts.concurrency);
  }

  /** Starts a fresh pool, which listens at once; the old one finishes its running jobs. */
  restart(): void {
    this.stop();
    this.start();
  }

  /** Stops claiming. */
  stop(): void {
    const pool = this.current;
    this.current = undefined;
    // Its error is that of the pool's promise, too.
    Promise.resolve(pool?.gracefulShutdown()).catch(() => undefined);
  }

  /** Call after `stop`, once no job runs any more: waits for the last writes, for a limited time. */
  async settle(): Promise<void> {
    const ends = [...this.pools].map(({ promise }) => promise);
    await withTimeout(Promise.allSettled(ends), SETTLE_MS, () => undefined);
  }

  private async watchEnd(pool: WorkerPool): Promise<void> {
    const onFault = (error: unknown) => this.parts.onFault('graphile-worker did not end cleanly', error);
    await pool.promise.catch(onFault);
    this.pools.delete(pool);
    const relaunch = () => this.current === pool && this.start();
    setTimeout(relaunch, RELAUNCH_MS).unref();
  }
}
