import type { Tx } from '../database/database.js';
import { LeaseLostError, type NewJob } from '../jobs/job-queue.js';
import {
  type Claim,
  type Lane,
  LaneRepository,
  LONGEST_WAIT_MS,
  type Next,
  toHead,
} from '../jobs/lanes/lane.repository.js';
import { pick, prepared } from '../database/prepared.js';
import type { Row } from '../schema/schema.js';

const INSERT_LANE = prepared((sql, lane: Row<'job_lanes'>) =>
  sql
    .insertInto('job_lanes')
    .values(pick(lane, 'kind', 'key', 'visible_at', 'owner', 'epoch'))
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing()),
);

const INSERT_JOB = prepared((sql, job: Pick<Row<'jobs'>, 'kind' | 'key' | 'payload' | 'created_at'>) =>
  sql.insertInto('jobs').values({ ...pick(job, 'kind', 'key', 'payload', 'created_at'), attempts: 0 }),
);

const DELETE_LANE = prepared((sql, { kind, key, epoch }: Pick<Row<'job_lanes'>, 'kind' | 'key' | 'epoch'>) =>
  sql.deleteFrom('job_lanes').where('kind', '=', kind).where('key', '=', key).where('epoch', '=', epoch),
);

const HEAD = prepared((sql, { kind, key }: Lane) =>
  sql
    .selectFrom('jobs')
    .select(['id', 'payload', 'attempts', 'created_at'])
    .where('kind', '=', kind)
    .where('key', '=', key)
    .orderBy('id')
    .limit(1),
);

const DELETE_JOB = prepared((sql, { id }: Pick<Row<'jobs'>, 'id'>) =>
  sql.deleteFrom('jobs').where('id', '=', id),
);

const NEXT_VISIBLE = prepared((sql, { kind }: Pick<Row<'job_lanes'>, 'kind'>) =>
  sql.selectFrom('job_lanes').select('visible_at').where('kind', '=', kind).orderBy('visible_at').limit(1),
);

/**
 * Lanes as the embedded queue claims them: by `visible_at`, which is also the end of a lease. Transactions run one
 * after the other, so reads need no locks.
 */
export class SqliteLaneRepository extends LaneRepository {
  /**
   * Puts a job at the end of its lane.
   * @param leaseUntil when given, a lane that begins with this job is claimed for this worker at once.
   * @returns that claim
   */
  async insert(tx: Tx, job: NewJob, now: number, leaseUntil?: number): Promise<Claim | undefined> {
    const isWanted = leaseUntil !== undefined;
    const epoch = isWanted ? 1 : 0;
    const isFirst = await this.open(tx, { ...job, epoch, visibleAt: leaseUntil ?? now });
    const { kind, key, payload } = job;
    const row = { kind, key, payload: JSON.stringify(payload), created_at: now };
    const { insertId } = await INSERT_JOB(this.db.on(tx), row);
    if (!isFirst || !isWanted) return undefined;
    const claim = { kind, key, payload, jobId: Number(insertId), epoch, attempts: 0, createdAt: now };
    return { ...claim, isFirstHand: true };
  }

  override async finish(tx: Tx, claim: Claim, leaseUntil: number): Promise<Next> {
    await this.deleteJob(tx, claim);
    const head = await this.head(tx, claim);
    if (head) await this.hold(tx, claim, leaseUntil);
    else await this.close(tx, claim);
    const { kind, key, epoch } = claim;
    return () => head && { ...head, kind, key, epoch };
  }

  /** Claims up to `limit` due lanes, the longest waiting first. */
  async claim(
    tx: Tx,
    kind: string,
    limit: number,
    times: { now: number; leaseUntil: number },
  ): Promise<Claim[]> {
    const lanes = await this.db
      .on(tx)
      .updateTable('job_lanes')
      .set((eb) => ({ visible_at: times.leaseUntil, owner: this.owner, epoch: eb('epoch', '+', 1) }))
      .where('kind', '=', kind)
      .where('key', 'in', (eb) =>
        eb
          .selectFrom('job_lanes')
          .select('key')
          .where('kind', '=', kind)
          .where((lane) =>
            lane.or([
              lane('visible_at', '<=', times.now),
              lane('visible_at', '>', times.now + 2 * LONGEST_WAIT_MS),
            ]),
          )
          .orderBy('visible_at')
          .limit(limit),
      )
      .returning(['key', 'epoch'])
      .execute();
    const claims: Claim[] = [];
    for (const { key, epoch } of lanes) {
      const claim = await this.claimed(tx, { kind, key }, epoch);
      if (claim) claims.push(claim);
    }
    return claims;
  }

  /** Frees the lanes of some kinds that dead workers hold; valid only while no other process can be alive. */
  async releaseAll(tx: Tx, kinds: readonly string[], now: number): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('job_lanes')
      .set({ visible_at: now, owner: null })
      .where('kind', 'in', kinds)
      .where('owner', 'is not', null)
      .execute();
  }

  /** Ends the back-off (not the lease) of a kind's lanes, or of one of them. */
  async expedite(
    tx: Tx,
    { kind, key }: Pick<Lane, 'kind'> & { key: string | undefined },
    now: number,
  ): Promise<void> {
    let lanes = this.db
      .on(tx)
      .updateTable('job_lanes')
      .set({ visible_at: now })
      .where('kind', '=', kind)
      .where('owner', 'is', null)
      .where('visible_at', '>', now);
    if (key !== undefined) lanes = lanes.where('key', '=', key);
    await lanes.execute();
  }

  /** The time at which the next lane of a kind becomes claimable, epoch ms. */
  async nextVisibleAt(kind: string): Promise<number | undefined> {
    const [row] = (await NEXT_VISIBLE(this.db.on(), { kind })).rows;
    return row?.visible_at;
  }

  /** Returns false when the lane exists already. */
  private async open(
    tx: Tx,
    { kind, key, epoch, visibleAt }: Lane & { epoch: number; visibleAt: number },
  ): Promise<boolean> {
    const owner = epoch === 0 ? null : this.owner;
    const made = await INSERT_LANE(this.db.on(tx), { kind, key, visible_at: visibleAt, owner, epoch });
    return (made.numAffectedRows ?? 0n) > 0n;
  }

  /**
   * Deletes an empty lane, unless another worker has it.
   * @throws LeaseLostError
   */
  private async close(tx: Tx, { kind, key, epoch }: Pick<Claim, 'kind' | 'key' | 'epoch'>): Promise<void> {
    const gone = await DELETE_LANE(this.db.on(tx), { kind, key, epoch });
    if (gone.numAffectedRows === 0n) throw new LeaseLostError();
  }
  /** The head of a lane just claimed at this epoch; for an empty lane undefined, and the lane is deleted. */
  private async claimed(tx: Tx, lane: Lane, epoch: number): Promise<Claim | undefined> {
    const { kind, key } = lane;
    const head = await this.head(tx, lane);
    if (head) return { ...head, kind, key, epoch };
    await this.close(tx, { kind, key, epoch });
    return undefined;
  }

  /** The lowest job of a lane. */
  private async head(tx: Tx, lane: Lane) {
    const [row] = (await HEAD(this.db.on(tx), lane)).rows;
    return row && toHead(row);
  }

  /** @throws LeaseLostError when another worker has done the job */
  private async deleteJob(tx: Tx, { jobId }: Claim): Promise<void> {
    const gone = await DELETE_JOB(this.db.on(tx), { id: jobId });
    if (gone.numAffectedRows === 0n) throw new LeaseLostError();
  }
}
