import { EventEmitter } from 'node:events';
import { runTaskList, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import { withTimeout } from '../../../common/index.js';
import { graphileLogger } from '../graphile-logger.js';

/**
 * The polling interval of a pool, ms. New jobs are announced (NOTIFY), and our own back-offs have a timer; polling
 * finds jobs whose announcement was missed through a lost connection or a dead replica. One worker polls for all of
 * them, and continues with the jobs it finds until none is left.
 */
const POLL_MS = 10_000;
/**
 * graphile-worker's own polling interval, which every worker of every replica has; so long that it practically never
 * polls.
 */
const OWN_POLL_MS = 24 * 3_600_000;
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
 * listens again only after up to a minute when its connection was lost. This class replaces such a pool.
 */
export class GraphilePool {
  private current: WorkerPool | undefined;
  private isWanted = false;
  private relaunch: NodeJS.Timeout | undefined;
  private polling: NodeJS.Timeout | undefined;
  private readonly ending = new Map<string, Promise<void>>();
  private ended: string[] = [];

  constructor(private readonly parts: GraphilePoolParts) {}

  /** Ids of all pools whose locks may be in the database. */
  get ids(): string[] {
    return [...(this.current ? [this.current.id] : []), ...this.ending.keys(), ...this.ended];
  }

  /** Ids of ended pools, until they are forgotten. */
  get over(): readonly string[] {
    return this.ended;
  }

  forget(ids: readonly string[]): void {
    this.ended = this.ended.filter((id) => !ids.includes(id));
  }

  start(): void {
    this.isWanted = true;
    this.polling = setInterval(() => this.wake(), POLL_MS);
    this.launch();
  }

  /** Checks for due jobs now. */
  wake(): void {
    try {
      this.current?.nudge(1);
    } catch {
      // The pool is just ending; the next one checks at its start.
    }
  }

  /** Starts a fresh pool, which listens at once; the old one finishes its running jobs. */
  restart(): void {
    this.retire();
    this.launch();
  }

  /** Stops claiming. */
  stop(): void {
    this.isWanted = false;
    clearTimeout(this.relaunch);
    clearInterval(this.polling);
    this.retire();
  }

  /** Call after `stop`, once no job runs any more: waits for the last writes, for a limited time. */
  async settle(): Promise<void> {
    await withTimeout(Promise.all(this.ending.values()), SETTLE_MS, () => undefined);
  }

  private launch(): void {
    clearTimeout(this.relaunch);
    if (!this.isWanted || this.current) return;
    const events: WorkerEvents = new EventEmitter();
    const pool = runTaskList(this.options(events), this.parts.tasks, this.parts.pgPool);
    events.on('pool:gracefulShutdown', () => this.endsByItself(pool));
    events.on('pool:listen:success', ({ client }) => this.lookOnceHeard(pool, client));
    // The error has been reported before, and no other code awaits this promise.
    pool.promise.catch(() => undefined);
    this.current = pool;
  }

  /**
   * An announcement between the first check and the start of listening is missed; its job would wait for the next poll.
   * graphile-worker reports its listening just before it sends LISTEN on this connection.
   */
  private lookOnceHeard(pool: WorkerPool, client: pg.PoolClient): void {
    const look = () => {
      if (this.current === pool) pool.nudge(this.parts.concurrency);
    };
    queueMicrotask(() => void client.query('select 1').then(look, () => undefined));
  }

  private options(events: WorkerEvents) {
    return {
      pgPool: this.parts.pgPool,
      events,
      logger: graphileLogger,
      concurrency: this.parts.concurrency,
      pollInterval: OWN_POLL_MS,
      noHandleSignals: true,
      // Without a delay the end of a job is written by a promise that is not awaited, and a lost connection would be an
      // unhandled rejection (graphile-worker 0.18.0, dist/worker.js).
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    };
  }

  private retire(): void {
    const pool = this.current;
    if (!pool) return;
    this.current = undefined;
    this.watchEnd(pool, Promise.resolve(pool.gracefulShutdown()));
  }

  private watchEnd({ id }: WorkerPool, end: Promise<void>): void {
    const settled = end
      .catch((error: unknown) => this.parts.onFault('graphile-worker did not end cleanly', error))
      .finally(() => {
        this.ending.delete(id);
        this.ended.push(id);
      });
    this.ending.set(id, settled);
  }

  private endsByItself(pool: WorkerPool): void {
    if (this.current !== pool) return;
    this.current = undefined;
    this.watchEnd(pool, pool.promise);
    this.relaunch = setTimeout(() => this.launch(), RELAUNCH_MS);
  }
}
