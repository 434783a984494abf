import { EventEmitter } from 'node:events';
import { runTaskList, type TaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import { withTimeout } from '../../../common/index.js';
import { graphileLogger } from '../graphile-logger.js';

/**
 * How often an idle worker asks, ms. New jobs are announced (NOTIFY) and our own back-offs have a timer; asking is
 * for what a lost connection or a dead replica has kept from us.
 */
const POLL_MS = 10_000;
/** How long what graphile-worker has to write down at its end may take, ms. */
const SETTLE_MS = 3_000;
const RELAUNCH_MS = 1_000;

export interface GraphilePoolParts {
  readonly pgPool: pg.Pool;
  readonly tasks: TaskList;
  readonly concurrency: number;
  readonly onFault: (message: string, error: unknown) => void;
}

/**
 * graphile-worker for one kind of jobs, kept running: its pool ends itself when it cannot write down the end of a
 * job, and listens again only after up to a minute when its connection was lost. Here such a pool is replaced.
 */
export class GraphilePool {
  private current: WorkerPool | undefined;
  private isWanted = false;
  private relaunch: NodeJS.Timeout | undefined;
  private readonly ending = new Map<string, Promise<void>>();
  private ended: string[] = [];

  constructor(private readonly parts: GraphilePoolParts) {}

  /** Ids of all pools whose locks may stand in the database. */
  get ids(): string[] {
    return [...(this.current ? [this.current.id] : []), ...this.ending.keys(), ...this.ended];
  }

  /** Ids of pools that are over, until they are forgotten. */
  get over(): readonly string[] {
    return this.ended;
  }

  forget(ids: readonly string[]): void {
    this.ended = this.ended.filter((id) => !ids.includes(id));
  }

  start(): void {
    this.isWanted = true;
    this.launch();
  }

  /** Something may be due now. */
  wake(): void {
    try {
      this.current?.nudge(1);
    } catch {
      // It is just ending; the one that follows looks by itself.
    }
  }

  /** A fresh pool, which listens at once; what the old one has in hand it still finishes. */
  restart(): void {
    this.retire();
    this.launch();
  }

  /** Claims nothing more. */
  stop(): void {
    this.isWanted = false;
    clearTimeout(this.relaunch);
    this.retire();
  }

  /** After `stop`, once nothing runs any more: waits for the last words, but no longer than they deserve. */
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
    // However it ends, it has been told before; nobody else awaits this.
    pool.promise.catch(() => undefined);
    this.current = pool;
  }

  /**
   * An announcement between the first look and the first moment of listening was heard by nobody; its job would wait
   * for the next asking. graphile-worker tells of its listening just before it says LISTEN on this connection.
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
      pollInterval: POLL_MS,
      noHandleSignals: true,
      // Without a delay the end of a job is written by a promise nobody awaits, and a lost connection would be an
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
