import type { Tx } from '../database/database.js';

/** The subject of a job: ids, never content. */
export type JobPayload = Readonly<Record<string, string>>;

export interface NewJob {
  /** Which handler does it. */
  readonly kind: string;
  /** Jobs of one kind and key run one at a time, in the order they were enqueued; other keys run beside them. */
  readonly key: string;
  readonly payload: JobPayload;
}

/** A job in the hands of this worker. */
export interface ClaimedJob {
  readonly kind: string;
  readonly key: string;
  readonly payload: JobPayload;
  /** 1 for the first try. */
  readonly attempt: number;
  /** Taken by this worker with the commit that enqueued it, as `enqueue` said: nobody has had it in hand before. */
  readonly isFirstHand: boolean;
  /** Aborted when the lease is lost or the worker stops. */
  readonly signal: AbortSignal;
  /** Aborted already when the worker begins to stop: what only waits gives its job back, what is at work goes on. */
  readonly stopping: AbortSignal;
  /**
   * Makes sure inside a transaction of the handler that the job is still this worker's, so that nothing it
   * commits on the way is done twice.
   * @throws LeaseLostError as `complete` does.
   */
  hold(tx: Tx): Promise<void>;
  /**
   * Declares the job done inside the handler's own transaction, so that its effect and its end commit together.
   * @throws LeaseLostError when another worker has taken the job over; the transaction must then roll back.
   */
  complete(tx: Tx): Promise<void>;
}

/**
 * How a handler ends: `done` (after `complete` has been committed) or `retry`: nothing more happens on this key
 * until then.
 */
export type JobResult =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'retry';
      readonly afterMs: number;
      readonly reason: string;
      /** The wait is nobody's fault and counts as no attempt. */
      readonly free?: boolean;
      /** Ends the wait sooner. Known to this process only: after a crash `afterMs` counts. Must not reject. */
      readonly until?: Promise<void>;
    };

export const DONE: JobResult = { kind: 'done' };

/** Does the jobs of one kind. Must be idempotent: a job may run again after a crash. */
export interface JobHandler {
  readonly kind: string;
  /** How many keys it works on at once in this process; may change while it runs. */
  readonly concurrency: number;
  /** Tries before a job that throws becomes a dead letter. */
  readonly maxAttempts: number;
  /** A throw is a retry with back-off and counts as an attempt. */
  handle(job: ClaimedJob): Promise<JobResult>;
  /** Called in the transaction that turns the job into a dead letter, so that its subject can say so. */
  buried(tx: Tx, payload: JobPayload, error: string): Promise<void>;
  /**
   * The other way round: called in the transaction that puts a dead letter back, so that its subject waits again.
   * False when there is nothing left to do for it.
   */
  revived(tx: Tx, payload: JobPayload): Promise<boolean>;
}

export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor() {
    super('another worker has taken this job over');
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
  /** Epoch ms, as `diedAt`. */
  readonly createdAt: number;
  readonly diedAt: number;
}

/**
 * Durable work: enqueued in the transaction of the change that asks for it, strictly in order per key, parallel
 * across keys, retried with back-off, leased with a fence, buried after too many tries. One contract suite runs
 * on every adapter (test/contract/job-queue.suite.ts).
 */
export abstract class JobQueue {
  /** Visible to workers once `tx` commits. */
  abstract enqueue(tx: Tx, job: NewJob): Promise<void>;

  /**
   * As `enqueue`, for who wants to know more than that, which may take a question to the database.
   * @returns whether this worker takes it with that commit, to work on it at once
   */
  abstract take(tx: Tx, job: NewJob): Promise<boolean>;

  /** Call before start, once per kind. @throws when the kind is taken. */
  abstract register(handler: JobHandler): void;

  /** Begins to work. Jobs a dead worker held are taken over within 30 s. */
  abstract start(): Promise<void>;

  /** Takes jobs in and leaves them to the other replicas; for a process that only accepts. Instead of start. */
  abstract standBy(): void;

  /** Between start (or standBy) and stop. */
  abstract get isRunning(): boolean;

  /** Claims nothing more; waits for what runs, at most `graceMs`, then aborts it and gives its leases back. */
  abstract stop(graceMs: number): Promise<void>;

  /** Ends the back-off of a kind's waiting jobs, or of those of one key: what they waited for has come. */
  abstract expedite(kind: string, key?: string): Promise<void>;

  /** Jobs waiting or running, per kind. */
  abstract depth(): Promise<ReadonlyMap<string, number>>;

  /** The newest dead letters, at most `limit`; older than the one of id `before` when that is given. */
  abstract deadLetters(limit: number, before?: number): Promise<readonly DeadLetter[]>;

  /**
   * Puts a dead letter back at the end of its key, with its attempts forgotten.
   * @param note runs in the same transaction, to write down who decided it.
   * @returns what it was
   * @throws GatehouseError NOT_FOUND; CONFLICT when its handler has nothing left to do for it.
   */
  abstract revive(id: number, note?: (tx: Tx) => Promise<void>): Promise<DeadLetter>;
}
