import type { Tx } from '../database/database.js';

/** Identifies the subject of a job: ids, never content. */
export type JobPayload = Readonly<Record<string, string>>;

export interface NewJob {
  /** Selects the handler. */
  readonly kind: string;
  /** Jobs of one kind and key run one at a time, in the order they were enqueued; other keys run in parallel. */
  readonly key: string;
  readonly payload: JobPayload;
  /**
   * Stores the subject of the job, or reads what its handler needs of it, right behind the job in the transaction;
   * called within `enqueue`. The result is passed to a worker that claims the job with that commit, so that it need not
   * read the subject again; it is not stored with the job.
   * @param hasRoom whether this worker claims the job with that commit if no other one is in its lane (`isAlone`)
   */
  readonly prepareSubject?: (hasRoom: boolean) => Promise<unknown>;
}

/** A job claimed by this worker. */
export interface ClaimedJob {
  readonly kind: string;
  readonly key: string;
  readonly payload: JobPayload;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** This worker claimed the job in the commit that enqueued it, so no other worker has had it. */
  readonly isFirstHand: boolean;
  /** The result of {@link NewJob.prepareSubject}, where the job is first-hand. */
  readonly subject?: unknown;
  /** Aborted when the lease is lost or the worker stops. */
  readonly signal: AbortSignal;
  /** Aborted as soon as the worker begins to stop: waiting jobs return to the queue, running work continues. */
  readonly stopping: AbortSignal;
  /** Whether it has; asking makes no signal. */
  readonly isStopping: boolean;
  /**
   * Checks inside a transaction of the handler that the job still belongs to this worker, so that intermediate commits
   * are not made twice.
   * @throws LeaseLostError as `complete` does
   */
  hold(tx: Tx): Promise<void>;
  /**
   * Declares the job done inside the handler's own transaction, so that its effect and its end commit together.
   * @throws LeaseLostError when another worker has taken the job over; the transaction must then roll back.
   */
  complete(tx: Tx): Promise<void>;
}

/** How a handler ends: `done` (after `complete` has been committed), or `retry`, which blocks this key until then. */
export type JobResult =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'retry';
      readonly afterMs: number;
      readonly reason: string;
      /** The wait has an outside cause and does not count as an attempt. */
      readonly free?: boolean;
      /** Ends the wait sooner. Known to this process only: after a crash `afterMs` counts. Must not reject. */
      readonly until?: Promise<void>;
    };

export const DONE: JobResult = { kind: 'done' };

/** Runs the jobs of one kind. Must be idempotent: a job may run again after a crash. */
export interface JobHandler {
  readonly kind: string;
  /** How many keys it processes at once in this process; may change while it runs. */
  readonly concurrency: number;
  /** Attempts before a job that throws becomes a dead letter. */
  readonly maxAttempts: number;
  /** A throw is a retry with back-off and counts as an attempt. */
  handle(job: ClaimedJob): Promise<JobResult>;
  /** Called in the transaction that turns the job into a dead letter, so that its subject records the failure. */
  buried(tx: Tx, payload: JobPayload, error: string, reason: BurialReason): Promise<void>;
  /**
   * Called in the transaction that puts a dead letter back, so that its subject waits again.
   * @returns false when there is nothing left to do for it
   */
  revived(tx: Tx, payload: JobPayload): Promise<boolean>;
}

/**
 * Why a job is a dead letter: it failed as often as it may (`internal`), or errors that nothing caught ended the process
 * while it ran (`crashed`, ADR 0129). The reasons of messages and deliveries have the same codes.
 */
export type BurialReason = 'internal' | 'crashed';

export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor() {
    super('another worker has taken over this job');
  }
}

export interface DeadLetter {
  readonly id: number;
  readonly kind: string;
  readonly key: string;
  readonly payload: JobPayload;
  readonly attempts: number;
  /** The last attempt's error. */
  readonly error: string;
  readonly reason: BurialReason;
  /** Epoch ms, as `diedAt`. */
  readonly createdAt: number;
  readonly diedAt: number;
}

/** A lane by its name. */
export type WaitingLane = Pick<NewJob, 'kind' | 'key'>;

/** A job that waits or runs. */
export interface WaitingJob extends Omit<NewJob, 'prepareSubject'> {
  /** Why it was put off the last time; undefined when it never was. */
  readonly error?: string;
}

/** A job by its id, with the lane in which it is. */
export interface JobInLane extends WaitingLane {
  readonly id: number;
}

/** The processes that share the queue, by their ids. */
export interface Replicas {
  readonly own: string;
  /**
   * Those that run jobs; a process that has died may be listed for half a minute. Undefined while the database does not
   * answer.
   */
  readonly others: readonly string[] | undefined;
}

/**
 * Durable work: enqueued in the transaction of the change that needs it, strictly in order per key, parallel across
 * keys, retried with back-off, leased with a fence, dead after too many attempts. One contract suite runs on every
 * adapter (test/contract/job-queue.suite.ts).
 */
export abstract class JobQueue {
  /**
   * Visible to workers once `tx` commits. Calls for one `tx` take effect in their order.
   * @returns whether this worker claims it with that commit, to run it at once
   */
  abstract enqueue(tx: Tx, job: NewJob): Promise<boolean>;

  /**
   * Call before start, once per kind.
   * @throws when the kind is taken
   */
  abstract register(handler: JobHandler): void;

  /** Starts to run jobs. A dead worker's jobs are taken over within 30 s. */
  abstract start(): Promise<void>;

  /** Accepts jobs and leaves them to the other replicas; for a process that only enqueues. Replaces start. */
  abstract standBy(): void;

  /** True between start (or standBy) and stop. */
  abstract get isRunning(): boolean;

  /** Stops claiming; waits at most `graceMs` for running jobs, then aborts them and releases their leases. */
  abstract stop(graceMs: number): Promise<void>;

  /**
   * Puts an error that nothing caught down to the job whose code threw it, and claims nothing more: the process has to end.
   * After the second such end in a row the next worker makes the job a dead letter in place of running it (ADR 0129).
   * Call it in the handler of the error itself, whose asynchronous context names the job. Resolves when it is recorded.
   * @param error its name and place; its message may quote what a person wrote
   */
  abstract blame(error: string): Promise<void>;

  /** Ends the back-off of a kind's waiting jobs, or of those of one key, when their reason to wait is over. */
  abstract expedite(kind: string, key?: string): Promise<void>;

  /**
   * Deletes jobs, also one that is running, whose handler then can commit nothing more (LeaseLostError). The next job of
   * its lane is free.
   */
  abstract withdraw(tx: Tx, jobs: readonly JobInLane[]): Promise<void>;

  /** Jobs waiting or running, per kind. */
  abstract depth(): Promise<ReadonlyMap<string, number>>;

  /** The jobs of these lanes that wait or run, in the order of each; at most 100 of each. */
  abstract waiting(lanes: readonly WaitingLane[]): Promise<readonly WaitingJob[]>;

  /** The payload of the job of this kind that has waited longest, or runs; undefined when there is none. */
  abstract oldest(kind: string): Promise<JobPayload | undefined>;

  /** This process and the others. */
  abstract replicas(): Promise<Replicas>;

  /** The newest dead letters, at most `limit`; older than the id `before` when that is given. */
  abstract deadLetters(limit: number, before?: number): Promise<readonly DeadLetter[]>;

  /**
   * Puts a dead letter back at the end of its key, with its attempts reset.
   * @param note runs in the same transaction, to record the author of the decision
   * @returns the dead letter
   * @throws GatehouseError NOT_FOUND; CONFLICT when its handler has nothing left to do for it
   */
  abstract revive(id: number, note?: (tx: Tx) => Promise<void>): Promise<DeadLetter>;
}
