import { setTimeout as delay } from 'node:timers/promises';
import type { JobHelpers, Task } from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import { type Clock, newId, withTimeout } from '../../../common/index.js';
import { DatabaseUnavailableError } from '../../database/database-unavailable.error.js';
import type { Tx } from '../../database/database.js';
import type { JobInLane, NewJob } from '../../jobs/job-queue.js';
import type { Claim, Lane } from '../../jobs/lanes/lane.repository.js';
import { LaneQueue } from '../../jobs/lanes/lane-queue.js';
import { LaneWorkers } from '../../jobs/lanes/lane-workers.js';
import type { PostgresDatabase } from '../postgres-database.js';
import { GraphileLaneRepository } from './graphile-lane.repository.js';
import { GraphilePool } from './graphile-pool.js';
import { HeartbeatLoop } from './heartbeat-loop.js';

/** The workers of graphile-worker only fetch and claim waiting lanes, which then run outside of them. */
const GRAPHILE_WORKERS = 8;
/** How long a fetched lane waits for a free slot here before it is left to other replicas, ms. */
const LONGEST_STAY_MS = 1_000;
const RETRY_CLAIM_MS = 1_000;
/** Maximum time for the sign-off in the database at the end, ms. */
const LEAVE_MS = 2_000;

/** The job queue of many replicas: lanes in our tables, woken and distributed by graphile-worker (ADR 0008, 0085). */
export class GraphileJobQueue extends LaneQueue<GraphileLaneRepository, LaneWorkers> {
  /** Present while it runs. */
  private running:
    { readonly pgPool: pg.Pool; readonly pool: GraphilePool; readonly heart: HeartbeatLoop } | undefined;

  constructor(
    private readonly db: PostgresDatabase,
    private readonly clock: Clock,
    private readonly owner = newId('wkr'),
    private readonly lanes = new GraphileLaneRepository(db, owner),
  ) {
    super({ db, lanes, clock, dueClock: clock }, (parts) => new LaneWorkers(parts));
    lanes.onPostponed = (afterMs) => this.running?.pool.wakeIn(afterMs);
  }

  override async start(): Promise<void> {
    const { db, clock, lanes, owner, workers, onFault } = this;
    const heart = new HeartbeatLoop({ db, clock, lanes, owner, workers, onFault });
    await heart.start();
    const pgPool = db.openJobPool();
    const tasks = Object.fromEntries([...workers].map(([kind, each]) => [kind, this.taskOf(kind, each)]));
    // A job's flag is its kind.
    const forbiddenFlags = () => [...workers.keys()].filter((kind) => workers.get(kind)?.isFull);
    const pool = new GraphilePool({ pgPool, tasks, concurrency: GRAPHILE_WORKERS, forbiddenFlags, onFault });
    this.running = { pool, heart, pgPool };
    this.hasStarted = true;
    for (const each of workers.values()) {
      each.onRoom = () => pool.wakeIn(0);
      each.start();
    }
    pool.start();
  }

  override async stop(graceMs: number): Promise<void> {
    const { running } = this;
    this.hasStarted = false;
    if (!running) return;
    this.running = undefined;
    running.pool.stop();
    await Promise.all([...this.workers.values()].map((each) => each.stop(graceMs)));
    await running.pool.settle();
    const left = running.heart.stop().finally(() => running.pgPool.end());
    // No work runs here any more: the database may not answer either.
    await withTimeout(left, LEAVE_MS, () => {
      throw new Error(`not done within ${LEAVE_MS} ms`);
    }).catch((error: unknown) => this.onFault('could not sign off', error));
  }

  /** For a whole kind, also checks for dead workers, whose lanes wait as well. */
  override async expedite(kind: string, key?: string): Promise<void> {
    this.workers.get(kind)?.expedite(key);
    if (key === undefined) await this.running?.heart.watch.look();
    await this.db.transaction((tx) => this.lanes.expedite(tx, kind, key));
  }

  override withdraw(tx: Tx, jobs: readonly JobInLane[]): Promise<void> {
    return this.lanes.withdraw(tx, jobs);
  }

  protected override insert(tx: Tx, job: NewJob, isWanted: boolean): Promise<[Claim | undefined, unknown]> {
    const inserted = this.lanes.insert(tx, job, this.clock.now(), isWanted);
    return Promise.all([inserted, job.prepareSubject?.(isWanted)]);
  }

  /** After a throw graphile-worker tries it again, with its own back-off. */
  private taskOf(kind: string, workers: LaneWorkers): Task {
    return async (payload: unknown, { job }: JobHelpers) => {
      const lane = { kind, key: (payload as Pick<Lane, 'key'>).key };
      if (await workers.claimWhenFree(lane, LONGEST_STAY_MS, () => this.claim(lane))) return;
      // Any replica with a free slot may have it, before the lanes that wait for less long.
      const dueAt = sql`${job.run_at}::timestamptz`;
      await this.db.transaction((tx) => this.lanes.wakeAt(tx, lane, dueAt));
    };
  }

  /** Waits while the database is unavailable. */
  private async claim(lane: Lane): Promise<Claim | undefined> {
    try {
      return await this.db.transaction((tx) => this.lanes.claim(tx, lane));
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError) || !this.running) throw error;
      await delay(RETRY_CLAIM_MS, undefined, { ref: false });
      return this.claim(lane);
    }
  }
}
