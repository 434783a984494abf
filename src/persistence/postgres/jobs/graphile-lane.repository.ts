import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/database.js';
import { pick, prepared, preparedCall } from '../../database/prepared.js';
import { type JobInLane, LeaseLostError, type NewJob } from '../../jobs/job-queue.js';
import {
  type Claim,
  firstHand,
  type Lane,
  LaneRepository,
  type Postponement,
  toHead,
} from '../../jobs/lanes/lane.repository.js';
import type { Row } from '../../schema/schema.js';

/** A lane held by a worker. */
export type HeldLane = Lane & Pick<Claim, 'epoch'>;

/** The SQLSTATE of `gatehouse_end_job_v1` for a job that belongs to another worker by now. */
const LEASE_LOST = 'GH001';
/** A graphile job that is locked for longer belongs to a worker that died, or hangs. */
const LONGEST_LOCK_MS = 10_000;
/** The graphile job of the row `lane`. */
const ITS_JOB = sql`job.key = gatehouse_job_key_of_lane_v1(lane.kind, lane.key)`;

// The functions are made, and described, in migrations/release-0.3.ts.
const HEAD = ['id', 'payload', 'attempts', 'created_at'] as const;
type HeadRow = Pick<Row<'jobs'>, (typeof HEAD)[number]>;
type NewRow = Pick<Row<'jobs'>, 'kind' | 'key' | 'payload' | 'created_at'> & Pick<Row<'job_lanes'>, 'owner'>;

const PUT_JOB = preparedCall<NewRow, { job_id: number; is_new: boolean }>(
  'gatehouse_put_job_v2',
  ['kind', 'key', 'payload', 'created_at', 'owner'],
  ['job_id', 'is_new'],
);
const CLAIM_LANE = preparedCall<Lane & { owner: string }, HeadRow & { epoch: number }>(
  'gatehouse_claim_lane_v1',
  ['kind', 'key', 'owner'],
  [...HEAD, 'epoch'],
);
const END_JOB = preparedCall<Claim, HeadRow>('gatehouse_end_job_v1', ['kind', 'key', 'epoch', 'jobId'], HEAD);

/** Changes a lane while it is at this epoch and the job is in it: a lane that has ended begins again at a low epoch. */
const HOLD = prepared((db, lane: Row<'job_lanes'> & { readonly job_id: number }) =>
  db
    .updateTable('job_lanes')
    .set(pick(lane, 'visible_at', 'owner'))
    .where('kind', '=', lane.kind)
    .where('key', '=', lane.key)
    .where('epoch', '=', lane.epoch)
    .where((eb) => eb.exists(eb.selectFrom('jobs').select('jobs.id').where('jobs.id', '=', lane.job_id))),
);

/**
 * Lanes that graphile-worker wakes. A waiting lane (`owner` null) has exactly one graphile job that is free or about to
 * be checked; the lane row and that job change in one transaction.
 */
export class GraphileLaneRepository extends LaneRepository {
  /** Called once a lane has been released until `afterMs` from now. */
  onPostponed: (afterMs: number) => void = () => undefined;

  /**
   * Puts a job at the end of its lane. A lane that begins with it is claimed for this worker when `isWanted`, or else
   * left to any replica.
   * @returns the claim of a lane that it begins, if that was wanted
   */
  async insert(tx: Tx, job: NewJob, now: number, isWanted = false): Promise<Claim | undefined> {
    const row = { kind: job.kind, key: job.key, payload: JSON.stringify(job.payload), created_at: now };
    const { rows } = await PUT_JOB(this.db.on(tx), { ...row, owner: isWanted ? this.owner : null });
    const [put] = rows;
    return isWanted && put?.is_new === true ? firstHand(job, put.job_id, now) : undefined;
  }

  override async finish(tx: Tx, claim: Claim): Promise<Claim | undefined> {
    const { rows } = await END_JOB(this.db.on(tx), claim).catch(lostOr);
    const { kind, key, epoch } = claim;
    return rows[0] && { ...toHead(rows[0]), kind, key, epoch };
  }

  override async postpone(tx: Tx, claim: Claim, how: Postponement): Promise<void> {
    await super.postpone(tx, claim, how);
    await this.wakeAt(tx, claim, sql`now() + ${how.afterMs}::float8 * interval '1 millisecond'`);
    tx.afterCommit(() => this.onPostponed(how.afterMs));
  }

  /** Claims a lane unless it is held by another worker, or empty by now. */
  async claim(tx: Tx, lane: Lane): Promise<Claim | undefined> {
    const { kind, key } = lane;
    const { rows } = await CLAIM_LANE(this.db.on(tx), { kind, key, owner: this.owner });
    return rows[0] && { ...toHead(rows[0]), kind, key, epoch: rows[0].epoch };
  }

  /** The lanes that the database assigns to this worker. */
  held(): Promise<HeldLane[]> {
    const lanes = this.db.on().selectFrom('job_lanes').where('owner', '=', this.owner);
    return lanes.select(['kind', 'key', 'epoch']).execute();
  }

  /** Leaves a waiting lane to all replicas. @param at the timestamp at which it is due; the longest due come first */
  async wakeAt(tx: Tx, { kind, key }: Lane, at: RawBuilder<unknown> = sql`now()`): Promise<void> {
    await sql`select gatehouse_wake_lane_v1(${kind}, ${key}, ${at})`.execute(this.db.on(tx));
  }

  /** Releases a lane of ours that is no longer processed here. */
  async release(tx: Tx, { kind, key, epoch }: HeldLane): Promise<void> {
    await this.free(tx, sql`owner = ${this.owner} and kind = ${kind} and key = ${key} and epoch = ${epoch}`);
  }

  /** Deletes jobs, and frees their lanes; the claim of one that is empty deletes it. */
  async withdraw(tx: Tx, jobs: readonly JobInLane[]): Promise<void> {
    for (const { id, kind, key } of jobs) {
      const isLane = sql`kind = ${kind} and key = ${key}`;
      // As everywhere, the row of the lane is locked before its jobs.
      await sql`select from job_lanes where ${isLane} for update`.execute(this.db.on(tx));
      await this.db.on(tx).deleteFrom('jobs').where('id', '=', id).execute();
      const others = sql`select from jobs where ${isLane} and id < ${id}`;
      await this.free(tx, sql`${isLane} and not exists (${others})`);
    }
  }

  /** Frees all lanes of a dead worker; their next claim fences it off. */
  async releaseOf(tx: Tx, owner: string): Promise<void> {
    await this.free(tx, sql`owner = ${owner}`);
  }

  /** Ends the back-off of a kind's lanes, or of one of them, and wakes the workers of every replica. */
  async expedite(tx: Tx, kind: string, key?: string): Promise<void> {
    const ofLane = key === undefined ? sql`true` : sql`lane.key = ${key}`;
    const waiting = sql`select lane.kind, lane.key from job_lanes as lane join graphile_worker.jobs as job on ${ITS_JOB}
      where lane.kind = ${kind} and ${ofLane} and job.locked_at is null and job.run_at > now()`;
    await this.wake(tx, waiting);
  }

  /**
   * Wakes waiting lanes without a graphile job that would, at most 100: it was lost, given up, or locked by a worker that
   * died, which graphile-worker itself finds after four hours. A lock lasts as long as a claim does; a lane that is woken
   * twice is claimed once.
   */
  async wakeForgotten(tx: Tx): Promise<void> {
    const { rows } = await sql<Lane>`
      select kind, key from job_lanes as lane where owner is null and not exists (
        select from graphile_worker.jobs as job where ${ITS_JOB} and job.attempts < job.max_attempts
        and (job.locked_at is null or job.locked_at > now() - ${LONGEST_LOCK_MS}::float8 * interval '1 millisecond')
      ) limit 100
    `.execute(this.db.on(tx));
    for (const lane of rows) await this.wakeAt(tx, lane);
    // Deletes those that were replaced while they were locked, once their lock has expired.
    await sql`
      select count(*) from graphile_worker.complete_jobs(
        array(select id from graphile_worker.jobs where attempts >= max_attempts)
      )
    `.execute(this.db.on(tx));
  }

  protected override async hold(
    tx: Tx,
    { kind, key, epoch, jobId: job_id }: Claim,
    visible_at: number,
    owner: string | null = this.owner,
  ): Promise<void> {
    const held = await HOLD(this.db.on(tx), { kind, key, epoch, job_id, visible_at, owner });
    if (held.numAffectedRows === 0n) throw new LeaseLostError();
  }

  private async free(tx: Tx, which: RawBuilder<unknown>): Promise<void> {
    await this.wake(tx, sql`update job_lanes set owner = null where ${which} returning kind, key`);
  }

  /** @param lanes a statement whose rows are a `kind` and a `key` */
  private async wake(tx: Tx, lanes: RawBuilder<unknown>): Promise<void> {
    await sql`
      with lane as (${lanes}) select count(gatehouse_wake_lane_v1(kind, key, now())) from lane
    `.execute(this.db.on(tx));
  }
}

function lostOr(error: unknown): never {
  throw (error as { code?: unknown } | null)?.code === LEASE_LOST ? new LeaseLostError() : error;
}
