import { type Clock, newId, SteadyClock } from '../../common/index.js';
import type { Database, Tx } from '../database/database.js';
import type { NewJob } from '../jobs/job-queue.js';
import type { Claim } from '../jobs/lanes/lane.repository.js';
import { LaneQueue } from '../jobs/lanes/lane-queue.js';
import { LEASE_MS } from '../jobs/lanes/lane-runner.js';
import { KindPump } from './kind-pump.js';
import { SqliteLaneRepository } from './sqlite-lane.repository.js';

type Inserted = [Claim | undefined, unknown];

/** The job queue of the embedded database: lanes claimed in the same file as all other data. */
export class SqliteJobQueue extends LaneQueue<SqliteLaneRepository, KindPump> {
  private readonly inserts = new WeakMap<Tx, Promise<Inserted>>();

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    /** Whether other processes may use the same rows; the embedded database has one (InstanceLock). */
    private readonly isShared = false,
    private readonly lanes = new SqliteLaneRepository(db, newId('wkr')),
    /** One process has the file, so the time of day need not be asked when something is due (ADR 0073). */
    private readonly dueClock: Clock = new SteadyClock(clock),
  ) {
    super({ db, lanes, clock, dueClock }, (parts) => new KindPump(parts));
  }

  override async start(): Promise<void> {
    const kinds = [...this.workers.keys()];
    const now = this.dueClock.now();
    if (!this.isShared) await this.db.transaction((tx) => this.lanes.releaseAll(tx, kinds, now));
    for (const pump of this.workers.values()) pump.start();
    this.hasStarted = true;
  }

  override async stop(graceMs: number): Promise<void> {
    this.hasStarted = false;
    await Promise.all([...this.workers.values()].map((pump) => pump.stop(graceMs)));
  }

  override async expedite(kind: string, key?: string): Promise<void> {
    this.workers.get(kind)?.expedite(key);
    await this.db.transaction((tx) => this.lanes.expedite(tx, { kind, key }, this.dueClock.now()));
    this.workers.get(kind)?.kick();
  }

  /** A job is inserted once those before it in its transaction are, because it takes two statements. */
  protected override insert(tx: Tx, job: NewJob, isWanted: boolean): Promise<Inserted> {
    const pump = this.workers.get(job.kind);
    if (!isWanted) tx.afterCommit(() => pump?.kick());
    const before = this.inserts.get(tx);
    const inserted = before
      ? before.then(() => this.insertNext(tx, job, isWanted))
      : this.insertNext(tx, job, isWanted);
    this.inserts.set(tx, inserted);
    return inserted;
  }

  private async insertNext(tx: Tx, job: NewJob, isWanted: boolean): Promise<Inserted> {
    const now = this.dueClock.now();
    const leaseUntil = isWanted ? now + LEASE_MS : undefined;
    const claim = await this.lanes.insert(tx, job, { createdAt: this.clock.now(), dueAt: now, leaseUntil });
    return [claim, await job.subject?.(isWanted)];
  }
}
