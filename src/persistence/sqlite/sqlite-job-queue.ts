import { Logger } from '@nestjs/common';
import { type Clock, errorText, newId, SteadyClock } from '../../common/index.js';
import type { Database, Tx } from '../database/database.js';
import { type DeadLetter, type JobHandler, JobQueue, type NewJob } from '../jobs/job-queue.js';
import { DeadLetterRepository } from '../jobs/lanes/dead-letter.repository.js';
import type { Claim } from '../jobs/lanes/lane.repository.js';
import { LEASE_MS, unlessAway } from '../jobs/lanes/lane-runner.js';
import { revive } from '../jobs/lanes/revival.js';
import { KindPump } from './kind-pump.js';
import { SqliteLaneRepository } from './sqlite-lane.repository.js';

/** The job queue of the embedded database: lanes claimed in the same file as all other data. */
export class SqliteJobQueue extends JobQueue {
  private readonly logger = new Logger('JobQueue');
  private readonly lanes: SqliteLaneRepository;
  private readonly dead: DeadLetterRepository;
  private readonly handlers = new Map<string, JobHandler>();
  private readonly pumps = new Map<string, KindPump>();
  /** One process has the file, so the time of day need not be asked when something is due (ADR 0073). */
  private readonly dueClock: Clock;
  private readonly inserts = new WeakMap<Tx, Promise<boolean>>();
  private hasStarted = false;

  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    /** Whether other processes may use the same rows; the embedded database has one (InstanceLock). */
    private readonly isShared = false,
  ) {
    super();
    this.dueClock = new SteadyClock(clock);
    this.lanes = new SqliteLaneRepository(db, newId('wkr'));
    this.dead = new DeadLetterRepository(db);
  }

  /** A job is inserted once those before it in its transaction are, because it takes two statements. */
  override enqueue(tx: Tx, job: NewJob): Promise<boolean> {
    const before = this.inserts.get(tx);
    const inserted = before ? before.then(() => this.insertJob(tx, job)) : this.insertJob(tx, job);
    this.inserts.set(tx, inserted);
    return inserted;
  }

  override register(handler: JobHandler): void {
    if (this.pumps.has(handler.kind)) throw new Error(`two handlers for jobs of kind ${handler.kind}`);
    this.handlers.set(handler.kind, handler);
    const { db, lanes, clock, dueClock } = this;
    const onFault = unlessAway((message, error) => this.logger.warn(`${message}: ${errorText(error)}`));
    const expedite = (key: string) => this.expedite(handler.kind, key);
    this.pumps.set(handler.kind, new KindPump({ db, lanes, clock, dueClock, handler, expedite, onFault }));
  }

  override async start(): Promise<void> {
    const kinds = [...this.pumps.keys()];
    const now = this.dueClock.now();
    if (!this.isShared) await this.db.transaction((tx) => this.lanes.releaseAll(tx, kinds, now));
    for (const pump of this.pumps.values()) pump.start();
    this.hasStarted = true;
  }

  override standBy(): void {
    this.hasStarted = true;
  }

  override get isRunning(): boolean {
    return this.hasStarted;
  }

  override async stop(graceMs: number): Promise<void> {
    this.hasStarted = false;
    await Promise.all([...this.pumps.values()].map((pump) => pump.stop(graceMs)));
  }

  override async expedite(kind: string, key?: string): Promise<void> {
    this.pumps.get(kind)?.expedite(key);
    await this.db.transaction((tx) => this.lanes.expedite(tx, { kind, key }, this.dueClock.now()));
    this.pumps.get(kind)?.kick();
  }

  override depth(): Promise<ReadonlyMap<string, number>> {
    return this.lanes.depth();
  }

  override deadLetters(limit: number, before?: number): Promise<readonly DeadLetter[]> {
    return this.dead.newest(limit, before);
  }

  override revive(id: number, note?: (tx: Tx) => Promise<void>): Promise<DeadLetter> {
    const { db, dead, handlers } = this;
    return revive({ db, dead, handlers, queue: this }, id, note);
  }

  private async insertJob(tx: Tx, job: NewJob): Promise<boolean> {
    // Refuses a transaction that has ended meanwhile, before a place is reserved for it.
    this.db.on(tx);
    const now = this.dueClock.now();
    const pump = this.pumps.get(job.kind);
    // A new lane is claimed in the same commit when a slot is free, since a separate claim would be another commit.
    const hasRoom = pump?.reserve() === true;
    const begun: { claim?: Claim } = {};
    tx.afterEnd((isCommitted) => {
      if (isCommitted && begun.claim) return pump?.take(begun.claim);
      if (hasRoom) pump.forgo();
      if (isCommitted) pump?.kick();
    });
    const times = {
      createdAt: this.clock.now(),
      dueAt: now,
      leaseUntil: hasRoom ? now + LEASE_MS : undefined,
    };
    const claim = await this.lanes.insert(tx, job, times);
    const subject = await job.subject?.(hasRoom);
    if (claim) begun.claim = { ...claim, subject };
    return claim !== undefined;
  }
}
