import { backoffMs, type Clock, errorText } from '../../../common/index.js';
import type { Database, Tx } from '../../database/database.js';
import { DatabaseUnavailableError } from '../../database/database-unavailable.error.js';
import {
  type BurialReason,
  type ClaimedJob,
  type JobHandler,
  type JobPayload,
  type JobResult,
  LeaseLostError,
} from '../job-queue.js';
import {
  type Claim,
  type LaneRepository,
  LONGEST_WAIT_MS,
  MOST_CRASHES,
  type Postponement,
} from './lane.repository.js';
import type { RunningJobs } from './running-jobs.js';

/**
 * How long a claim holds without renewal, ms: the maximum wait of a crashed worker's job on SQLite. On PostgreSQL a claim
 * holds while its worker's heart beats.
 */
export const LEASE_MS = 30_000;
/** How long a job waits that failed because the database was unavailable, ms; does not count as an attempt. */
const DATABASE_AWAY_MS = 1_000;

export interface LaneRunnerParts {
  readonly db: Database;
  readonly lanes: LaneRepository;
  readonly clock: Clock;
  /** The time of leases and back-offs. */
  readonly dueClock: Clock;
  readonly handler: JobHandler;
  readonly running: RunningJobs;
  /** Ends the back-off of a lane of this handler. */
  readonly expedite: (key: string) => Promise<void>;
  /** A fault of the queue itself, not of a job. */
  readonly onFault: (message: string, error: unknown) => void;
}

/** Leaves out that the database is away: the database reports it once, and each lane would repeat it. */
export const unlessAway =
  (report: LaneRunnerParts['onFault']): LaneRunnerParts['onFault'] =>
  (message, error) => {
    if (!(error instanceof DatabaseUnavailableError)) report(message, error);
  };

/** Processes one lane from its head until it is empty, postponed, lost or stopped. */
export class LaneRunner {
  private readonly aborted = new LazyAbort();
  private readonly stopped = new LazyAbort();
  private isEmptied = false;
  private isExpedited = false;
  private current: Claim;

  constructor(
    private readonly parts: LaneRunnerParts,
    claim: Claim,
  ) {
    this.current = claim;
  }

  /** The current job, or the last one. */
  get claim(): Claim {
    return this.current;
  }

  /** Whether the runner ended because the last job of the lane was done. */
  get isLaneEmptied(): boolean {
    return this.isEmptied;
  }

  /** Finishes the current job, then releases the lane. */
  stop(): void {
    this.stopped.abort();
  }

  /** Aborts the current job. */
  abortNow(): void {
    this.stopped.abort();
    this.aborted.abort();
  }

  /** Renews the lease; a lost lease aborts the current job. */
  async renew(): Promise<void> {
    const held = await this.parts.db.transaction((tx) =>
      this.parts.lanes.renew(tx, this.current, this.parts.dueClock.now() + LEASE_MS),
    );
    if (!held) this.abortNow();
  }

  /** Ends the wait that the current job may be about to begin: a held lane cannot be expedited in the database. */
  expedite(key: string | undefined): void {
    if (key === undefined || key === this.current.key) this.isExpedited = true;
  }

  async runJobs(): Promise<void> {
    let next: Claim | undefined = this.current;
    while (next && !this.stopped.isAborted) {
      this.current = next;
      next = await this.runOne(next);
    }
    if (next) await this.giveBack(next);
  }

  /** @returns the next job of the lane; undefined when the lane is no longer ours */
  private async runOne(claim: Claim): Promise<Claim | undefined> {
    const job = new RunningJob(this.parts, claim, { aborted: this.aborted, stopped: this.stopped });
    this.isExpedited = false;
    try {
      // Only a job that is tried again can have crashed: a first attempt reads nothing more.
      const { crashes, error } = claim.attempts === 0 ? NO_CRASH : await this.parts.lanes.crashesOf(claim);
      if (crashes >= MOST_CRASHES)
        return await this.bury(claim, { attempts: claim.attempts, error, reason: 'crashed' });
      const result = await this.handle(job, claim, crashes > 0);
      // A suspect whose turn came after the stop.
      if (result === undefined) return claim;
      if (!job.isComplete) return await this.settle(claim, result);
    } catch (error) {
      if (!job.isComplete) return await this.failed(claim, error);
    }
    this.isEmptied = job.next === undefined;
    return job.next;
  }

  /** @returns undefined when a suspect was stopped before its turn */
  private async handle(job: ClaimedJob, claim: Claim, isSuspect: boolean): Promise<JobResult | undefined> {
    const { handler, running } = this.parts;
    if (!isSuspect) return running.run(claim, () => handler.handle(job));
    return running.runSuspect(claim, async () => (this.stopped.isAborted ? undefined : handler.handle(job)));
  }

  private async settle(claim: Claim, result: JobResult): Promise<Claim | undefined> {
    if (result.kind === 'done')
      throw new Error(`handler of ${claim.kind} said done without completing the job`);
    const attempts = result.free === true ? claim.attempts : claim.attempts + 1;
    await this.postpone(claim, { afterMs: result.afterMs, attempts, error: result.reason, crashes: 0 });
    // Not checked earlier, because the end of a wait that has not begun would be missed.
    if (this.isExpedited) await this.wake(claim);
    else void result.until?.then(() => this.wake(claim));
    return undefined;
  }

  private async wake({ key }: Claim): Promise<void> {
    await this.parts
      .expedite(key)
      .catch((error: unknown) => this.parts.onFault('could not end the wait of a job', error));
  }

  private async failed(claim: Claim, error: unknown): Promise<Claim | undefined> {
    if (error instanceof LeaseLostError) return undefined;
    const text = errorText(error);
    if (this.aborted.isAborted) {
      await this.postpone(claim, { afterMs: 0, attempts: claim.attempts, error: text });
      return undefined;
    }
    if (error instanceof DatabaseUnavailableError) {
      await this.postpone(claim, { afterMs: DATABASE_AWAY_MS, attempts: claim.attempts, error: text });
      return undefined;
    }
    this.parts.onFault(`job ${claim.kind} failed at attempt ${claim.attempts + 1}`, error);
    const attempts = claim.attempts + 1;
    if (attempts >= this.parts.handler.maxAttempts)
      return this.bury(claim, { attempts, error: text, reason: 'internal' });
    await this.postpone(claim, { afterMs: backoffMs(attempts), attempts, error: text, crashes: 0 });
    return undefined;
  }

  private async bury(
    claim: Claim,
    death: { attempts: number; error: string; reason: BurialReason },
  ): Promise<Claim | undefined> {
    return this.guarded(async (tx) => {
      const { clock, dueClock } = this.parts;
      await this.parts.handler.buried(tx, claim.payload, death.error, death.reason);
      const leaseUntil = dueClock.now() + LEASE_MS;
      return this.parts.lanes.bury(tx, claim, { ...death, at: clock.now(), leaseUntil });
    });
  }

  private async postpone(claim: Claim, how: Omit<Postponement, 'now'>): Promise<void> {
    const now = this.parts.dueClock.now();
    const afterMs = Math.min(how.afterMs, LONGEST_WAIT_MS);
    await this.guarded((tx) => this.parts.lanes.postpone(tx, claim, { ...how, afterMs, now }));
  }

  private giveBack(claim: Claim): Promise<void> {
    return this.postpone(claim, { afterMs: 0, attempts: claim.attempts, error: '' });
  }

  /** A lost lease is a normal end: its new owner does the job. */
  private async guarded<T>(work: (tx: Tx) => Promise<T>): Promise<T | undefined> {
    try {
      return await this.parts.db.transaction(work);
    } catch (error) {
      if (!(error instanceof LeaseLostError)) this.parts.onFault('could not record the end of a job', error);
      return undefined;
    }
  }
}

const NO_CRASH = { crashes: 0, error: '' };

/** A signal that most jobs never ask for: it is made for the first one that does. */
class LazyAbort {
  isAborted = false;
  private controller: AbortController | undefined;

  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.isAborted) this.controller.abort();
    return this.controller.signal;
  }

  abort(): void {
    this.isAborted = true;
    this.controller?.abort();
  }
}

/** One job of a lane, as its handler sees it. */
class RunningJob implements ClaimedJob {
  /** The handler's transaction that declared the job done is committed. */
  isComplete = false;
  /** The next job of the lane, once this one is complete. */
  next: Claim | undefined;

  constructor(
    private readonly parts: Pick<LaneRunnerParts, 'lanes' | 'dueClock'>,
    private readonly claim: Claim,
    private readonly ends: { readonly aborted: LazyAbort; readonly stopped: LazyAbort },
  ) {}

  get kind(): string {
    return this.claim.kind;
  }

  get key(): string {
    return this.claim.key;
  }

  get payload(): JobPayload {
    return this.claim.payload;
  }

  get attempt(): number {
    return this.claim.attempts + 1;
  }

  get isFirstHand(): boolean {
    return this.claim.isFirstHand === true;
  }

  get subject(): unknown {
    return this.claim.subject;
  }

  get signal(): AbortSignal {
    return this.ends.aborted.signal;
  }

  get stopping(): AbortSignal {
    return this.ends.stopped.signal;
  }

  get isStopping(): boolean {
    return this.ends.stopped.isAborted;
  }

  async hold(tx: Tx): Promise<void> {
    const isHeld = await this.parts.lanes.renew(tx, this.claim, this.leaseUntil());
    if (!isHeld) throw new LeaseLostError();
  }

  async complete(tx: Tx): Promise<void> {
    const next = await this.parts.lanes.finish(tx, this.claim, this.leaseUntil());
    tx.afterCommit(() => {
      this.isComplete = true;
      this.next = next;
    });
  }

  private leaseUntil(): number {
    return this.parts.dueClock.now() + LEASE_MS;
  }
}
