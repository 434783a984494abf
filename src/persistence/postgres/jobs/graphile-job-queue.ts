import type pg from 'pg';
import { type Clock, newId, withTimeout } from '../../../common/index.js';
import type { Tx } from '../../database/database.js';
import type { NewJob } from '../../jobs/job-queue.js';
import type { Claim } from '../../jobs/lanes/lane.repository.js';
import { LaneQueue } from '../../jobs/lanes/lane-queue.js';
import { DeadWorkerWatch } from './dead-worker-watch.js';
import { GraphileLaneRepository } from './graphile-lane.repository.js';
import { HeartbeatLoop } from './heartbeat-loop.js';
import { HeartbeatRepository } from './heartbeat.repository.js';
import { KindWorkers } from './kind-workers.js';
import type { PostgresDatabase } from '../postgres-database.js';

/** Maximum time for the sign-off in the database at the end, ms. */
const LEAVE_MS = 2_000;

/** The job queue of many replicas: lanes in our tables, woken and distributed by graphile-worker (ADR 0008). */
export class GraphileJobQueue extends LaneQueue<GraphileLaneRepository, KindWorkers> {
  private readonly heartbeats: HeartbeatRepository;
  private readonly watch: DeadWorkerWatch;
  private heart: HeartbeatLoop | undefined;
  private pgPool: pg.Pool | undefined;

  constructor(
    private readonly db: PostgresDatabase,
    private readonly clock: Clock,
    private readonly owner = newId('wkr'),
    private readonly lanes = new GraphileLaneRepository(db, owner),
  ) {
    super({ db, lanes, clock, dueClock: clock }, (parts) => new KindWorkers(parts));
    this.heartbeats = new HeartbeatRepository(db);
    this.watch = new DeadWorkerWatch({ db, lanes, heartbeats: this.heartbeats, clock, owner });
  }

  override async start(): Promise<void> {
    const { db, clock, lanes, heartbeats, watch, owner, workers, onFault } = this;
    const heart = new HeartbeatLoop({ db, clock, lanes, heartbeats, watch, owner, workers, onFault });
    await heart.start();
    this.heart = heart;
    const pgPool = db.openJobPool(workers.size);
    this.pgPool = pgPool;
    this.hasStarted = true;
    for (const each of workers.values()) each.start(pgPool);
  }

  override async stop(graceMs: number): Promise<void> {
    const { heart, pgPool } = this;
    this.hasStarted = false;
    if (!heart || !pgPool) return;
    this.heart = undefined;
    await Promise.all([...this.workers.values()].map((each) => each.stop(graceMs)));
    await heart.stop();
    await this.leave(pgPool).catch((error: unknown) => this.onFault('could not sign off', error));
  }

  /** For a whole kind, also checks for dead workers, whose lanes wait as well. */
  override async expedite(kind: string, key?: string): Promise<void> {
    this.workers.get(kind)?.expedite(key);
    if (this.isRunning && key === undefined) await this.watch.look();
    await this.db.transaction((tx) => this.lanes.expedite(tx, { kind, key }));
  }

  protected override insert(tx: Tx, job: NewJob, isWanted: boolean): Promise<[Claim | undefined, unknown]> {
    return Promise.all([this.lanes.insert(tx, job, this.clock.now(), isWanted), job.subject?.(isWanted)]);
  }

  /** No work runs here any more: the database may not answer either. */
  private async leave(pgPool: pg.Pool): Promise<void> {
    const left = this.signOff().finally(() => pgPool.end());
    await withTimeout(left, LEAVE_MS, () => {
      throw new Error(`not done within ${LEAVE_MS} ms`);
    });
  }

  /** Others release what a pool of this process may have left locked. */
  private signOff(): Promise<void> {
    return this.db.transaction(async (tx) => {
      await this.heartbeats.leave(tx, this.owner);
      await this.lanes.releaseOf(tx, this.owner);
    });
  }
}
