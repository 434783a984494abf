import { Logger } from '@nestjs/common';
import type pg from 'pg';
import { type Clock, errorText, newId, withTimeout } from '../../../common/index.js';
import type { Tx } from '../../database/database.js';
import { type DeadLetter, type JobHandler, JobQueue, type NewJob } from '../../jobs/job-queue.js';
import { DeadLetterRepository } from '../../jobs/lanes/dead-letter.repository.js';
import type { Lane, Next } from '../../jobs/lanes/lane.repository.js';
import { unlessAway } from '../../jobs/lanes/lane-runner.js';
import { revive } from '../../jobs/lanes/revival.js';
import { DeadWorkerWatch } from './dead-worker-watch.js';
import { GraphileLaneRepository } from './graphile-lane.repository.js';
import { HeartbeatLoop } from './heartbeat-loop.js';
import { HeartbeatRepository } from './heartbeat.repository.js';
import { KindWorkers } from './kind-workers.js';
import type { PostgresDatabase } from '../postgres-database.js';

/** Maximum time for the sign-off in the database at the end, ms. */
const LEAVE_MS = 2_000;

/** The job queue of many replicas: lanes in our tables, woken and distributed by graphile-worker (ADR 0008). */
export class GraphileJobQueue extends JobQueue {
  private readonly logger = new Logger('JobQueue');
  private readonly owner = newId('wkr');
  private readonly lanes: GraphileLaneRepository;
  private readonly dead: DeadLetterRepository;
  private readonly heartbeats: HeartbeatRepository;
  private readonly watch: DeadWorkerWatch;
  private readonly handlers = new Map<string, JobHandler>();
  private readonly workers = new Map<string, KindWorkers>();
  private isStandingBy = false;
  private heart: HeartbeatLoop | undefined;
  private pgPool: pg.Pool | undefined;

  constructor(
    private readonly db: PostgresDatabase,
    private readonly clock: Clock,
  ) {
    super();
    this.lanes = new GraphileLaneRepository(db, this.owner);
    this.lanes.onPostponed = (kind, afterMs) => this.workers.get(kind)?.wakeIn(afterMs);
    this.dead = new DeadLetterRepository(db);
    this.heartbeats = new HeartbeatRepository(db);
    const { lanes, heartbeats, owner } = this;
    this.watch = new DeadWorkerWatch({ db, lanes, heartbeats, clock, owner });
  }

  override async enqueue(tx: Tx, job: NewJob): Promise<void> {
    await this.put(tx, job);
  }

  /**
   * A lane that no worker of this process has in hand is nearly always new. So that is guessed first, which saves a
   * round trip in the middle of the unit. A wrong guess (the lane belongs to another replica, or backs off) costs
   * another run of the unit.
   */
  override async take(tx: Tx, job: NewJob): Promise<boolean> {
    const isGuessed = this.db.mayGuess(tx) && this.workers.get(job.kind)?.isInHand(job.key) === false;
    const { claim, isWanted } = await this.put(tx, job, isGuessed);
    if (isGuessed && isWanted) return true;
    await this.db.answered(tx);
    return claim()?.isFirstHand === true;
  }

  override register(handler: JobHandler): void {
    if (this.workers.has(handler.kind)) throw new Error(`two handlers for jobs of kind ${handler.kind}`);
    this.handlers.set(handler.kind, handler);
    const { db, lanes, clock } = this;
    const onFault = unlessAway(this.onFault);
    const expedite = (key: string) => this.expedite(handler.kind, key);
    this.workers.set(
      handler.kind,
      new KindWorkers({ db, lanes, clock, dueClock: clock, handler, expedite, onFault }),
    );
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

  /**
   * A new lane is claimed in the same commit when a slot is free here, which saves the wake-up and the claim.
   * @param isNew whether the lane is guessed to begin with this job
   */
  private async put(tx: Tx, job: NewJob, isNew = false): Promise<{ claim: Next; isWanted: boolean }> {
    const { kind, key } = job;
    const lane = { kind, key };
    const workers = this.workers.get(kind);
    let claim: Next = () => undefined;
    let isWanted = false;
    this.db.afterEnd(
      tx,
      (isCommitted) => isWanted && workers?.settle(lane, isCommitted ? claim() : undefined),
    );
    isWanted = workers?.reserve(lane) === true;
    const now = this.clock.now();
    claim =
      isNew && isWanted
        ? await this.lanes.begin(tx, job, now)
        : await this.lanes.insert(tx, job, now, isWanted);
    if (!isWanted) await this.leave(tx, lane, claim);
    return { claim, isWanted };
  }

  /** Leaves a new lane to any replica with a free slot, this one included. */
  private async leave(tx: Tx, lane: Lane, begun: Next): Promise<void> {
    await this.db.answered(tx);
    if (begun()) await this.lanes.handOn(tx, lane);
  }

  private readonly onFault = (message: string, error: unknown): void =>
    this.logger.warn(`${message}: ${errorText(error)}`);

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
