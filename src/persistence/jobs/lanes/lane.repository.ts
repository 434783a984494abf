import type { Kysely } from 'kysely';
import type { Database, Tx } from '../../database/database.js';
import { DatabaseUnavailableError } from '../../database/database-unavailable.error.js';
import {
  type BurialReason,
  type JobPayload,
  LeaseLostError,
  type NewJob,
  type Replicas,
  type WaitingJob,
} from '../job-queue.js';
import type { Row, Schema } from '../../schema/schema.js';

/** The unit of a claim: all waiting jobs of one kind and key. */
export interface Lane {
  readonly kind: string;
  readonly key: string;
}

/** The head of a lane, claimed by one worker. */
export interface Claim extends Lane {
  readonly jobId: number;
  readonly epoch: number;
  readonly payload: JobPayload;
  /** Attempts that failed before this one. */
  readonly attempts: number;
  readonly createdAt: number;
  /** Claimed by the commit that created the lane. */
  readonly isFirstHand?: true;
  /** The subject of the enqueued job; only with `isFirstHand`. */
  readonly subject?: unknown;
}

/** The time of a job's next attempt, and the record of this one. Times are epoch ms. */
export interface Postponement {
  readonly now: number;
  readonly afterMs: number;
  readonly attempts: number;
  readonly error: string;
  /** The attempts in a row that ended with their process; undefined leaves the number as it is. */
  readonly crashes?: number;
}

/** The end of a process by a job. */
export interface Crash extends Omit<Postponement, 'attempts' | 'crashes'> {
  /** The job's own code threw: it is not one of several that may have done it. */
  readonly isCertain: boolean;
}

/** A job that has ended the process as often in a row as it may. */
export const MOST_CRASHES = 2;

/** The longest back-off, whatever a handler asks for. A lane due much later than this was put off before the clock was set back. */
export const LONGEST_WAIT_MS = 5 * 60_000;

type Head = Omit<Claim, 'kind' | 'key' | 'epoch' | 'isFirstHand' | 'subject'>;

/** The job at the head of a lane, from its row. */
export const toHead = (row: Pick<Row<'jobs'>, 'id' | 'payload' | 'attempts' | 'created_at'>): Head => ({
  jobId: row.id,
  payload: JSON.parse(row.payload) as JobPayload,
  attempts: row.attempts,
  createdAt: row.created_at,
});

/** The claim of a lane by the commit that begins it with this job. */
export const firstHand = ({ kind, key, payload }: NewJob, jobId: number, createdAt: number): Claim => ({
  kind,
  key,
  payload,
  jobId,
  createdAt,
  epoch: 1,
  attempts: 0,
  isFirstHand: true,
});

/**
 * A query of one row, `is_alone`: whether a job that this transaction has enqueued is the only one of its lane. Exactly
 * then does it begin a lane, which a worker with room claims with the commit; asked in the statement that stores the
 * subject (`NewJob.prepareSubject`), which so needs no answer from the queue. The contract suite compares both.
 * @param job its `payload` is the JSON of the job's
 */
export const isAlone = (sql: Kysely<Schema>, job: Pick<Row<'jobs'>, 'kind' | 'key' | 'payload'>) =>
  sql.selectNoFrom((eb) => {
    const others = eb
      .selectFrom('jobs')
      .select('jobs.id')
      .where('jobs.kind', '=', job.kind)
      .where('jobs.key', '=', job.key)
      .where('jobs.payload', '<>', job.payload);
    return eb.not(eb.exists(others)).as('is_alone');
  });

/** A list for people: more jobs of a lane tell them nothing new. */
const MOST_WAITING = 100;

/** The SQL of lanes shared by both adapters: the lowest job id of a lane is its head, its epoch is the fence. */
export abstract class LaneRepository {
  constructor(
    protected readonly db: Database,
    protected readonly owner: string,
  ) {}

  /**
   * Deletes the job and returns the next of its lane, still leased; undefined when the lane is empty. A lane that was
   * emptied and created again starts at a low epoch; job ids never repeat.
   * @throws LeaseLostError when the lane's epoch has moved on, or another worker has done the job
   */
  abstract finish(tx: Tx, claim: Claim, leaseUntil: number): Promise<Claim | undefined>;

  /** The jobs of these lanes, in the order of each. */
  async waiting(lanes: readonly Lane[]): Promise<WaitingJob[]> {
    return (await Promise.all(lanes.map((lane) => this.waitingIn(lane)))).flat();
  }

  private async waitingIn({ kind, key }: Lane): Promise<WaitingJob[]> {
    const rows = await this.db
      .on()
      .selectFrom('jobs')
      .select(['payload', 'last_error'])
      .where('kind', '=', kind)
      .where('key', '=', key)
      .orderBy('id')
      .limit(MOST_WAITING)
      .execute();
    return rows.map(({ payload, last_error: error }) => ({
      kind,
      key,
      payload: JSON.parse(payload) as JobPayload,
      ...(error === null || error === '' ? {} : { error }),
    }));
  }

  /**
   * Releases the lane until the next attempt, recording the error.
   * @throws LeaseLostError
   */
  async postpone(
    tx: Tx,
    claim: Claim,
    { now, afterMs, attempts, error, crashes }: Postponement,
  ): Promise<void> {
    // Rounded up, because PostgreSQL refuses half a millisecond in a bigint; SQLite would store it.
    await this.hold(tx, claim, now + Math.ceil(afterMs), null);
    const changed = await this.db
      .on(tx)
      .updateTable('jobs')
      .set({ attempts, last_error: error, ...(crashes === undefined ? {} : { crashes }) })
      .where('id', '=', claim.jobId)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw new LeaseLostError();
  }

  /** The attempts of a job in a row that ended with their process, and the last error. */
  async crashesOf({ jobId }: Claim, tx?: Tx): Promise<{ readonly crashes: number; readonly error: string }> {
    const job = this.db.on(tx).selectFrom('jobs').select(['crashes', 'last_error']).where('id', '=', jobId);
    const row = await job.executeTakeFirst();
    return { crashes: row?.crashes ?? 0, error: row?.last_error ?? '' };
  }

  /**
   * Records that the process ends because of the job, and releases the lane until the next attempt. In a lane that has
   * been through that already, with a job that is a dead letter now, the first certain crash of another counts as its
   * last.
   * @throws LeaseLostError
   */
  async crashed(tx: Tx, claim: Claim, { isCertain, ...how }: Crash): Promise<void> {
    const { crashes: before } = await this.crashesOf(claim, tx);
    const earlier = this.db.on(tx).selectFrom('dead_jobs').select('id').where('reason', '=', 'crashed');
    const ofLane = earlier.where('kind', '=', claim.kind).where('key', '=', claim.key).limit(1);
    const isLast = isCertain && (await ofLane.executeTakeFirst()) !== undefined;
    const crashes = isLast ? MOST_CRASHES : before + 1;
    const afterMs = crashes >= MOST_CRASHES ? 0 : how.afterMs;
    await this.postpone(tx, claim, { ...how, afterMs, attempts: claim.attempts + 1, crashes });
  }

  /**
   * Moves the job to the dead letters and returns the next of its lane.
   * @param death `attempts` are all that were made
   * @throws LeaseLostError
   */
  async bury(
    tx: Tx,
    claim: Claim,
    death: { at: number; attempts: number; error: string; reason: BurialReason; leaseUntil: number },
  ): Promise<Claim | undefined> {
    const next = await this.finish(tx, claim, death.leaseUntil);
    await this.db
      .on(tx)
      .insertInto('dead_jobs')
      .values({
        id: claim.jobId,
        kind: claim.kind,
        key: claim.key,
        payload: JSON.stringify(claim.payload),
        attempts: death.attempts,
        last_error: death.error,
        reason: death.reason,
        created_at: claim.createdAt,
        died_at: death.at,
      })
      .execute();
    return next;
  }

  /** Renews this worker's lease; false when it is lost. */
  async renew(tx: Tx, claim: Claim, leaseUntil: number): Promise<boolean> {
    return this.hold(tx, claim, leaseUntil).then(
      () => true,
      (error: unknown) => {
        if (error instanceof LeaseLostError) return false;
        throw error;
      },
    );
  }

  async oldest(kind: string): Promise<JobPayload | undefined> {
    const row = await this.db
      .on()
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', kind)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row && (JSON.parse(row.payload) as JobPayload);
  }

  /** The heartbeats tell the others; the embedded database has one process. */
  async replicas(): Promise<Replicas> {
    const { owner: own } = this;
    if (this.db.dialect === 'sqlite') return { own, others: [] };
    const others = await this.db
      .on()
      .selectFrom('worker_heartbeats')
      .select('owner')
      .where('owner', '<>', own)
      .orderBy('owner')
      .execute()
      .catch(unlessUnavailable);
    return { own, others: others?.map(({ owner }) => owner) };
  }

  async depth(): Promise<Map<string, number>> {
    const rows = await this.db
      .on()
      .selectFrom('jobs')
      .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
      .groupBy('kind')
      .execute();
    return new Map(rows.map((row) => [row.kind, row.count]));
  }

  /**
   * The fence: changes the lane only while this worker's claim is the latest.
   * @throws LeaseLostError
   */
  protected abstract hold(tx: Tx, claim: Claim, visibleAt: number, owner?: string | null): Promise<void>;
}

function unlessUnavailable(error: unknown): undefined {
  if (!(error instanceof DatabaseUnavailableError)) throw error;
}
