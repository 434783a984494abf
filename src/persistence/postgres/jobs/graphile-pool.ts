import { type RunnerOptions, runTaskList, type TaskList, type WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import { withTimeout } from '../../../common/index.js';
import { graphileLogger } from '../graphile-logger.js';

/** How often each worker looks for jobs whose announcement was missed, ms. */
const POLL_MS = 4_000;
/** Maximum time for graphile-worker's last writes at its end, ms. */
const SETTLE_MS = 3_000;
const RELAUNCH_MS = 1_000;

export interface GraphilePoolParts extends Pick<RunnerOptions, 'concurrency' | 'forbiddenFlags'> {
  readonly pgPool: pg.Pool;
  readonly tasks: TaskList;
  readonly onFault: (message: string, error: unknown) => void;
}

/**
 * graphile-worker, kept running: its pool ends itself when it cannot record the end of a job. After an absence of the
 * database it polls for up to a minute until it listens again.
 */
export class GraphilePool {
  private current: WorkerPool | undefined;
  /** The ends of the pools that run, or are about to end. */
  private readonly ends = new Set<Promise<void>>();

  constructor(private readonly parts: GraphilePoolParts) {}

  start(): void {
    const { tasks, onFault, ...parts } = this.parts;
    // Without a delay the end of a job is written by a promise that is not awaited, and a lost connection would be an
    // unhandled rejection (graphile-worker 0.18.0, dist/worker.js).
    const worker = { pollInterval: POLL_MS, completeJobBatchDelay: 0, failJobBatchDelay: 0 };
    const options = { ...parts, logger: graphileLogger, noHandleSignals: true, preset: { worker } };
    const pool = runTaskList(options, tasks, parts.pgPool);
    this.current = pool;
    const failed = (error: unknown) => onFault('graphile-worker did not end cleanly', error);
    const end = pool.promise.catch(failed).finally(() => {
      this.ends.delete(end);
      setTimeout(() => this.current === pool && this.start(), RELAUNCH_MS).unref();
    });
    this.ends.add(end);
  }

  /** Looks for jobs in `afterMs`, when one becomes due. */
  wakeIn(afterMs: number): void {
    setTimeout(() => {
      try {
        this.current?.nudge(1);
      } catch {
        // The pool is just ending; the next one looks at its start.
      }
    }, afterMs).unref();
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
    await withTimeout(Promise.all(this.ends), SETTLE_MS, () => undefined);
  }
}
