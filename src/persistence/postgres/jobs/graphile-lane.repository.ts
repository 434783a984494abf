import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../database/database.js';
import { LeaseLostError, type NewJob } from '../../jobs/job-queue.js';
import {
  type Claim,
  firstHand,
  type Lane,
  LaneRepository,
  type Postponement,
  toHead,
} from '../../jobs/lanes/lane.repository.js';
import type { Schema } from '../../schema/schema.js';
import { END_JOB, HEAD_OF_LANE, HOLD, PUT_JOB } from './lane.statements.js';

/** A lane held by a worker. */
export interface HeldLane extends Lane {
  readonly epoch: number;
}

/** The SQLSTATE of `gatehouse_end_job_v1` for a job that belongs to another worker by now. */
const LEASE_LOST = 'GH001';

/** graphile-worker's `job_key` of the row `lane` (it allows 512 characters; our keys have no limit). */
const JOB_KEY = sql<string>`encode(sha256(convert_to(lane.kind || chr(10) || lane.key, 'UTF8')), 'hex')`;

/**
 * One graphile job per lane, created again if the previous one is being processed.
 * @param lanes a statement whose rows are a `kind` and a `key`
 */
const schedule = (lanes: RawBuilder<unknown>, afterMs = 0) => sql`
  with lane as (${lanes}) select count(graphile_worker.add_job(
    lane.kind,
    json_build_object('key', lane.key),
    run_at => now() + ${afterMs}::float8 * interval '1 millisecond',
    job_key => ${JOB_KEY}
  )) from lane
`;

/** Creates a graphile job for every waiting lane; for imported lanes. */
export async function wakeAllLanes(db: Kysely<Schema>): Promise<void> {
  await schedule(sql`select kind, key from job_lanes where owner is null`).execute(db);
}

/**
 * Lanes that graphile-worker wakes. A waiting lane (`owner` null) has exactly one graphile job that is free or about to
 * be checked; the lane row and that job change in one transaction.
 */
export class GraphileLaneRepository extends LaneRepository {
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

  override async finish(tx: Tx, { kind, key, epoch, jobId }: Claim): Promise<Claim | undefined> {
    const { rows } = await END_JOB(this.db.on(tx), { kind, key, epoch, id: jobId }).catch(lostOr);
    return rows[0] && { ...toHead(rows[0]), kind, key, epoch };
  }

  override async postpone(tx: Tx, claim: Claim, how: Postponement): Promise<void> {
    await super.postpone(tx, claim, how);
    await this.handOn(tx, claim, how.afterMs);
  }

  /** Claims a lane unless it is held by another worker, or empty by now. */
  async claim(tx: Tx, { kind, key }: Lane): Promise<Claim | undefined> {
    const lane = await this.db
      .on(tx)
      .updateTable('job_lanes')
      .set((eb) => ({ owner: this.owner, epoch: eb('epoch', '+', 1) }))
      .where('kind', '=', kind)
      .where('key', '=', key)
      .where('owner', 'is', null)
      .returning('epoch')
      .executeTakeFirst();
    if (!lane) return undefined;
    const { rows } = await HEAD_OF_LANE(this.db.on(tx), { kind, key });
    return rows[0] && { ...toHead(rows[0]), kind, key, epoch: lane.epoch };
  }

  /** The lanes that the database assigns to this worker. */
  async held(): Promise<HeldLane[]> {
    const lanes = this.db.on().selectFrom('job_lanes').select(['kind', 'key', 'epoch']);
    return lanes.where('owner', '=', this.owner).execute();
  }

  /** Leaves a waiting lane to all replicas, in `afterMs`. */
  async handOn(tx: Tx, { kind, key }: Lane, afterMs = 0): Promise<void> {
    await schedule(sql`select ${kind}::text as kind, ${key}::text as key`, afterMs).execute(this.db.on(tx));
  }

  /** Releases a lane of ours that is no longer processed here. */
  async release(tx: Tx, { kind, key, epoch }: HeldLane): Promise<void> {
    await this.free(tx, this.owner, sql`kind = ${kind} and key = ${key} and epoch = ${epoch}`);
  }

  /** Frees all lanes of a dead worker; their next claim fences it off. */
  async releaseOf(tx: Tx, owner: string): Promise<void> {
    await this.free(tx, owner, sql`true`);
  }

  /** Ends the back-off of a kind's lanes, or of one of them, and wakes the workers of every replica. */
  async expedite(tx: Tx, { kind, key }: Pick<Lane, 'kind'> & { key: string | undefined }): Promise<void> {
    const ofLane = key === undefined ? sql`true` : sql`lane.key = ${key}`;
    await schedule(sql`
      select kind, lane.key from job_lanes as lane join graphile_worker.jobs as job on job.key = ${JOB_KEY}
      where kind = ${kind} and ${ofLane} and job.locked_at is null and job.run_at > now()
    `).execute(this.db.on(tx));
  }

  /** Repairs what dead processes left behind: graphile-worker's locks, and waiting lanes without a wake-up. */
  async repair(tx: Tx): Promise<void> {
    await this.unlock(tx, await this.unnamedPools(tx));
    await this.wakeForgotten(tx);
  }

  /** Schedules waiting lanes without a graphile job that would wake them, at most 100. */
  async wakeForgotten(tx: Tx): Promise<void> {
    const { rows } = await sql<Lane>`
      select kind, key from job_lanes as lane where owner is null and not exists (
        select from graphile_worker.jobs as job
        where job.key = ${JOB_KEY} and (job.attempts < job.max_attempts or job.locked_at is not null)
      ) limit 100
    `.execute(this.db.on(tx));
    for (const lane of rows) await this.handOn(tx, lane);
  }

  /**
   * The pools that hold a lock and that no heartbeat names. A pool takes jobs before the next heartbeat names it, so one
   * that died in between would keep its locks until graphile-worker's own limit of four hours. The lock of a living one
   * may be freed with them: its job is then fetched twice, and the lane claimed once.
   */
  private async unnamedPools(tx: Tx): Promise<readonly string[]> {
    const { rows } = await sql<{ pool: string }>`
      select distinct locked_by as pool from graphile_worker.jobs where locked_by is not null
    `.execute(this.db.on(tx));
    if (rows.length === 0) return [];
    const named = await this.db.on(tx).selectFrom('worker_heartbeats').select('pools').execute();
    const pools = new Set(named.flatMap((each) => JSON.parse(each.pools) as string[]));
    return rows.map(({ pool }) => pool).filter((pool) => !pools.has(pool));
  }

  /** Frees graphile-worker's locks of dead pools, and deletes jobs it has given up. */
  async unlock(tx: Tx, pools: readonly string[]): Promise<void> {
    await sql`select graphile_worker.force_unlock_workers(${[...pools]}::text[])`.execute(this.db.on(tx));
    await sql`
      select count(*) from graphile_worker.complete_jobs(
        array(select id from graphile_worker.jobs where attempts >= max_attempts and locked_at is null)
      )
    `.execute(this.db.on(tx));
  }

  protected override async hold(
    tx: Tx,
    { kind, key, epoch }: Claim,
    visible_at: number,
    owner: string | null = this.owner,
  ): Promise<void> {
    const held = await HOLD(this.db.on(tx), { kind, key, epoch, visible_at, owner });
    if (held.numAffectedRows === 0n) throw new LeaseLostError();
  }

  private async free(tx: Tx, owner: string, which: RawBuilder<unknown>): Promise<void> {
    const freed = sql`update job_lanes set owner = null where owner = ${owner} and ${which} returning kind, key`;
    await schedule(freed).execute(this.db.on(tx));
  }
}

function lostOr(error: unknown): never {
  throw (error as { code?: unknown } | null)?.code === LEASE_LOST ? new LeaseLostError() : error;
}
