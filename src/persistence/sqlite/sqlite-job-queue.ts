import { type Clock, newId, SteadyClock } from '../../common/index.js';
import type { Database, Tx } from '../database/database.js';
import type { JobInLane, NewJob } from '../jobs/job-queue.js';
import { type Claim, type Lane, LONGEST_WAIT_MS } from '../jobs/lanes/lane.repository.js';
import { LaneQueue } from '../jobs/lanes/lane-queue.js';
import { type LaneRunner, type LaneRunnerParts, LEASE_MS } from '../jobs/lanes/lane-runner.js';
import { LaneWorkers } from '../jobs/lanes/lane-workers.js';
import { SqliteLaneRepository } from './sqlite-lane.repository.js';

const RENEW_MS = LEASE_MS / 3;
/** The maximum interval of checks, in case a wake-up was missed. */
const MAX_SLEEP_MS = 5_000;
const RETRY_AFTER_FAULT_MS = 1_000;

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
    /** One process has the file: the time of day need not be asked when something is due (ADR 0073). */
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

  override async withdraw(tx: Tx, jobs: readonly JobInLane[]): Promise<void> {
    await this.lanes.withdraw(tx, jobs, this.dueClock.now());
    for (const kind of new Set(jobs.map((job) => job.kind)))
      tx.afterCommit(() => this.workers.get(kind)?.kick());
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
    return [claim, await job.prepareSubject?.(isWanted)];
  }
}

interface KindPumpParts extends LaneRunnerParts {
  readonly lanes: SqliteLaneRepository;
}

/** Keeps the handler of one kind busy: claims lanes while there is room, sleeps until one is due. */
class KindPump extends LaneWorkers<KindPumpParts> {
  private isClaiming = false;
  private isKicked = false;
  private sleep: NodeJS.Timeout | undefined;
  private renewal: NodeJS.Timeout | undefined;

  override start(): void {
    if (this.isRunning) return;
    super.start();
    this.renewal = setInterval(() => void this.renewAll(), RENEW_MS);
    this.kick();
  }

  /** Checks for claimable lanes. Cheap; may be called for every job. */
  kick(): void {
    this.isKicked = true;
    if (!this.isRunning || this.isClaiming) return;
    this.isClaiming = true;
    void this.fill().finally(() => {
      this.isClaiming = false;
      // A kick that arrived while this one was ending must not wait for the timer.
      if (this.isKicked && this.isRunning && this.slots.free > 0) this.kick();
    });
  }

  override settle(lane: Lane, claim: Claim | undefined): void {
    super.settle(lane, claim);
    if (!claim) this.kick();
  }

  override async stop(graceMs: number): Promise<void> {
    clearTimeout(this.sleep);
    await super.stop(graceMs);
    clearInterval(this.renewal);
  }

  /** After an emptied lane only lanes that waited for room are left to check. */
  protected override ended(runner: LaneRunner): void {
    if (this.isKicked || !runner.isLaneEmptied) this.kick();
  }

  private async fill(): Promise<void> {
    try {
      while (this.isRunning && this.isKicked && this.slots.free > 0) {
        this.isKicked = false;
        const dueInMs = await this.dueInMs();
        if (dueInMs > 0) {
          this.wakeIn(dueInMs);
        } else {
          await this.beginDue();
          this.isKicked = true;
        }
      }
    } catch (error) {
      this.parts.onFault(`could not claim jobs of kind ${this.parts.handler.kind}`, error);
      this.wakeIn(RETRY_AFTER_FAULT_MS);
    }
  }

  /** The latest time of the next check; 0 = now. A check costs a read; an empty claim would cost a commit. */
  private async dueInMs(): Promise<number> {
    const due = await this.parts.lanes.nextVisibleAt(this.parts.handler.kind);
    if (due === undefined) return MAX_SLEEP_MS;
    const aheadMs = due - this.parts.dueClock.now();
    return aheadMs <= 0 || aheadMs > 2 * LONGEST_WAIT_MS ? 0 : Math.min(MAX_SLEEP_MS, aheadMs);
  }

  /** Claims as many due lanes as there are free slots, which are taken before. */
  private async beginDue(): Promise<void> {
    let taken = 0;
    while (this.slots.tryEnter()) taken++;
    try {
      for (const claim of await this.claim(taken)) {
        this.begin(claim);
        taken--;
      }
    } finally {
      for (; taken > 0; taken--) this.slots.leave();
    }
  }

  private claim(limit: number): Promise<Claim[]> {
    const now = this.parts.dueClock.now();
    const times = { now, leaseUntil: now + LEASE_MS };
    return this.parts.db.transaction((tx) =>
      this.parts.lanes.claim(tx, this.parts.handler.kind, limit, times),
    );
  }

  private wakeIn(ms: number): void {
    clearTimeout(this.sleep);
    if (!this.isRunning) return;
    this.sleep = setTimeout(() => this.kick(), ms);
  }
}
