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
  private isStandingBy = false;
  private heart: HeartbeatLoop | undefined;
  private pgPool: pg.Pool | undefined;

  constructor(
    private readonly db: PostgresDatabase,
    private readonly clock: Clock,
    private readonly owner = newId('wkr'),
    private readonly lanes = new GraphileLaneRepository(db, owner),
  ) {
    super({ db, lanes, clock, dueClock: clock }, (parts) => new KindWorkers(parts));
    lanes.onPostponed = (kind, afterMs) => this.workers.get(kind)?.wakeIn(afterMs);
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
    for (const each of workers.values()) each.start(pgPool);
  }

  override standBy(): void {
    this.isStandingBy = true;
  }

  override get isRunning(): boolean {
    return this.isStandingBy || this.heart !== undefined;
  }

  override async stop(graceMs: number): Promise<void> {
    const { heart, pgPool } = this;
    this.isStandingBy = false;
    if (!heart || !pgPool) return;
    this.heart = undefined;
    await Promise.all([...this.workers.values()].map((each) => each.stop(graceMs)));
    await heart.stop();
    await this.orReport('could not sign off', this.signOff());
    await this.orReport('could not hang up', pgPool.end());
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

  /** Reports an error instead of throwing it, because no work runs here any more. */
  private async orReport(failure: string, work: Promise<void>): Promise<void> {
    await withTimeout(work, LEAVE_MS, () => {
      throw new Error(`not done within ${LEAVE_MS} ms`);
    }).catch((error: unknown) => this.onFault(failure, error));
  }

  private async signOff(): Promise<void> {
    const pools = [...this.workers.values()].flatMap(({ pool }) => pool?.ids ?? []);
    await this.db.transaction(async (tx) => {
      await this.heartbeats.leave(tx, this.owner);
      await this.lanes.releaseOf(tx, this.owner);
      await this.lanes.unlock(tx, pools);
    });
  }
}
