import { Logger } from '@nestjs/common';
import { type Clock, errorText, GatehouseError } from '../../../common/index.js';
import type { Database, Tx } from '../../database/database.js';
import {
  type DeadLetter,
  type JobHandler,
  type JobPayload,
  JobQueue,
  LeaseLostError,
  type NewJob,
  type Replicas,
  type WaitingJob,
  type WaitingLane,
} from '../job-queue.js';
import { DeadLetterRepository } from './dead-letter.repository.js';
import type { Claim, Crash, LaneRepository } from './lane.repository.js';
import { type LaneRunnerParts, unlessAway } from './lane-runner.js';
import { RunningJobs } from './running-jobs.js';
import type { LaneWorkers } from './lane-workers.js';

interface RevivalParts {
  readonly db: Database;
  readonly dead: DeadLetterRepository;
  readonly queue: Pick<JobQueue, 'enqueue'>;
  /** By the kind of their jobs. */
  readonly handlers: ReadonlyMap<string, JobHandler>;
}

/** JobQueue.revive for every adapter; rolled back as a whole when the subject no longer exists. */
function revive(
  { db, dead, queue, handlers }: RevivalParts,
  id: number,
  note: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<DeadLetter> {
  return db.transaction(async (tx) => {
    const letter = await dead.remove(tx, id);
    if (!letter) throw new GatehouseError('NOT_FOUND', 'No such dead letter.', 'no dead letter has this id');
    const { kind, key, payload } = letter;
    const isWanted = await handlers.get(kind)?.revived(tx, payload);
    if (isWanted !== true) throw nothingLeft();
    await queue.enqueue(tx, { kind, key, payload });
    await note(tx);
    return letter;
  });
}

const nothingLeft = (): GatehouseError =>
  new GatehouseError(
    'CONFLICT',
    'There is nothing left to retry.',
    'its message or delivery no longer exists, or was handled otherwise',
  );

/**
 * How long a job that ended its process waits, ms: until that process is there again, as supervisors start it. With
 * replicas long enough that the job is not the end of the next one before that.
 */
const CRASH_WAIT_MS = { sqlite: 1_000, postgres: 10_000 };

export interface LaneQueueParts<Lanes extends LaneRepository> {
  readonly db: Database;
  readonly lanes: Lanes;
  readonly clock: Clock;
  /** The time of leases and back-offs. */
  readonly dueClock: Clock;
}

/** The half of a job queue that is the same on both databases: its handlers, and what became of its jobs. */
export abstract class LaneQueue<Lanes extends LaneRepository, Workers extends LaneWorkers> extends JobQueue {
  /** By kind. */
  protected readonly workers = new Map<string, Workers>();
  protected hasStarted = false;
  private readonly logger = new Logger('JobQueue');
  private readonly handlers = new Map<string, JobHandler>();
  private readonly dead: DeadLetterRepository;
  private readonly jobs = new RunningJobs();

  protected constructor(
    private readonly parts: LaneQueueParts<Lanes>,
    private readonly makeWorkers: (parts: LaneRunnerParts & LaneQueueParts<Lanes>) => Workers,
  ) {
    super();
    this.dead = new DeadLetterRepository(parts.db);
  }

  /** A new lane is claimed in the same commit when a slot is free here, which saves the wake-up and the claim. */
  override async enqueue(tx: Tx, job: NewJob): Promise<boolean> {
    // Refuses a transaction that has ended, before a slot is reserved for it.
    this.parts.db.on(tx);
    const lane = { kind: job.kind, key: job.key };
    const workers = this.workers.get(job.kind);
    const isWanted = workers?.reserve(lane) === true;
    const begun: { claim?: Claim } = {};
    if (isWanted) tx.afterEnd((isCommitted) => workers.settle(lane, isCommitted ? begun.claim : undefined));
    const [claim, subject] = await this.insert(tx, job, isWanted);
    if (claim) begun.claim = { ...claim, subject };
    return claim !== undefined;
  }

  override register(handler: JobHandler): void {
    const { kind } = handler;
    if (this.workers.has(kind)) throw new Error(`two handlers for jobs of kind ${kind}`);
    this.handlers.set(kind, handler);
    const expedite = (key: string) => this.expedite(kind, key);
    const onFault = unlessAway(this.onFault);
    const { parts, jobs: running } = this;
    this.workers.set(kind, this.makeWorkers({ ...parts, handler, running, expedite, onFault }));
  }

  override async blame(error: string): Promise<void> {
    const { claims, isCertain } = this.jobs.blamed();
    for (const each of this.workers.values()) each.halt();
    await Promise.all(claims.map((claim) => this.recordCrash(claim, { error, isCertain })));
  }

  private async recordCrash(claim: Claim, crash: Pick<Crash, 'error' | 'isCertain'>): Promise<void> {
    const { db, lanes, dueClock } = this.parts;
    const how = { ...crash, now: dueClock.now(), afterMs: CRASH_WAIT_MS[db.dialect] };
    try {
      await db.transaction((tx) => lanes.crashed(tx, claim, how));
      this.onFault(`job ${claim.kind} ${JSON.stringify(claim.payload)} ended the process`, crash.error);
    } catch (fault) {
      // It was done meanwhile, or is another worker's.
      if (!(fault instanceof LeaseLostError))
        this.onFault('could not record which job ended the process', fault);
    }
  }

  override standBy(): void {
    this.hasStarted = true;
  }

  override get isRunning(): boolean {
    return this.hasStarted;
  }

  override depth(): Promise<ReadonlyMap<string, number>> {
    return this.parts.lanes.depth();
  }

  override waiting(lanes: readonly WaitingLane[]): Promise<readonly WaitingJob[]> {
    return this.parts.lanes.waiting(lanes);
  }

  override oldest(kind: string): Promise<JobPayload | undefined> {
    return this.parts.lanes.oldest(kind);
  }

  override replicas(): Promise<Replicas> {
    return this.parts.lanes.replicas();
  }

  override deadLetters(limit: number, before?: number): Promise<readonly DeadLetter[]> {
    return this.dead.newest(limit, before);
  }

  override revive(id: number, note?: (tx: Tx) => Promise<void>): Promise<DeadLetter> {
    const { dead, handlers } = this;
    return revive({ db: this.parts.db, dead, handlers, queue: this }, id, note);
  }

  /**
   * Puts a job at the end of its lane, and prepares its subject right behind it.
   * @param isWanted whether this worker claims a lane that begins with the job
   * @returns that claim, and the subject
   */
  protected abstract insert(tx: Tx, job: NewJob, isWanted: boolean): Promise<[Claim | undefined, unknown]>;

  /** A fault of the queue itself, not of a job. */
  protected readonly onFault = (message: string, error: unknown): void =>
    this.logger.warn(`${message}: ${errorText(error)}`);
}
