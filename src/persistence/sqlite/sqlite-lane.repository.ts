import type { Kysely } from 'kysely';
import type { Tx } from '../database/database.js';
import { type JobInLane, LeaseLostError, type NewJob } from '../jobs/job-queue.js';
import {
  type Claim,
  firstHand,
  type Lane,
  LaneRepository,
  LONGEST_WAIT_MS,
  toHead,
} from '../jobs/lanes/lane.repository.js';
import { pick, prepared } from '../database/prepared.js';
import type { Row, Schema } from '../schema/schema.js';

type NewRow = Pick<Row<'jobs'>, 'kind' | 'key' | 'payload' | 'created_at' | 'visible_at' | 'owner' | 'epoch'>;

// Two plain statements take SQLite half the time of one with a subquery and a `returning`.
const INSERT = prepared((sql, job: NewRow) =>
  sql.insertInto('jobs').values({
    ...pick(job, 'kind', 'key', 'payload', 'created_at', 'visible_at', 'owner', 'epoch'),
    attempts: 0,
  }),
);

const END = prepared((sql, { id, epoch }: Pick<Row<'jobs'>, 'id' | 'epoch'>) =>
  sql.deleteFrom('jobs').where('id', '=', id).where('epoch', '=', epoch),
);

const FIRST = prepared((sql, { kind, key }: Lane) =>
  sql.selectFrom('jobs').select('id').where('kind', '=', kind).where('key', '=', key).orderBy('id').limit(1),
);

/** Times of a new job, epoch ms; only `createdAt` is by the time of day. */
interface NewJobTimes {
  readonly createdAt: number;
  readonly dueAt: number;
  /** When given, a lane that begins with the job is claimed for this worker at once. */
  readonly leaseUntil: number | undefined;
}

type Lease = Pick<Row<'jobs'>, 'visible_at' | 'owner'>;

const leased = (sql: Kysely<Schema>, { visible_at, owner }: Lease) =>
  sql.updateTable('jobs').set((eb) => ({ visible_at, owner, epoch: eb('epoch', '+', 1) }));

const CLAIMED = ['id', 'kind', 'key', 'payload', 'attempts', 'created_at', 'epoch'] as const;

const CLAIM = prepared((sql, job: Pick<Row<'jobs'>, 'id'> & Lease) =>
  leased(sql, job).where('id', '=', job.id).returning(CLAIMED),
);

const HOLD = prepared((sql, { id, epoch, visible_at, owner }: Pick<Row<'jobs'>, 'id' | 'epoch'> & Lease) =>
  sql.updateTable('jobs').set({ visible_at, owner }).where('id', '=', id).where('epoch', '=', epoch),
);

const NEXT_VISIBLE = prepared((sql, { kind }: Pick<Row<'jobs'>, 'kind'>) =>
  sql
    .selectFrom('jobs')
    .select('visible_at')
    .where('kind', '=', kind)
    .where('visible_at', 'is not', null)
    .orderBy('visible_at')
    .limit(1),
);

/**
 * Lanes as the embedded queue claims them. A lane is the row of its first job, the only one with a `visible_at`: the
 * time from which it may be claimed, which is also the end of a lease. Transactions run one after the other, so reads
 * need no locks.
 */
export class SqliteLaneRepository extends LaneRepository {
  /**
   * Puts a job at the end of its lane.
   * @returns the claim of a lane that it begins, if that was wanted
   */
  async insert(
    tx: Tx,
    job: NewJob,
    { createdAt, dueAt, leaseUntil }: NewJobTimes,
  ): Promise<Claim | undefined> {
    const { kind, key, payload } = job;
    const isBehind = (await this.firstOf(tx, job)) !== undefined;
    const isTaken = leaseUntil !== undefined && !isBehind;
    const epoch = isTaken ? 1 : 0;
    const { insertId } = await INSERT(this.db.on(tx), {
      kind,
      key,
      payload: JSON.stringify(payload),
      created_at: createdAt,
      epoch,
      visible_at: isBehind ? null : (leaseUntil ?? dueAt),
      owner: isTaken ? this.owner : null,
    });
    return isTaken ? firstHand(job, Number(insertId), createdAt) : undefined;
  }

  override async finish(tx: Tx, claim: Claim, leaseUntil: number): Promise<Claim | undefined> {
    const ended = await END(this.db.on(tx), { id: claim.jobId, epoch: claim.epoch });
    if (ended.numAffectedRows === 0n) throw new LeaseLostError();
    const next = await this.firstOf(tx, claim);
    if (next === undefined) return undefined;
    const lease = { visible_at: leaseUntil, owner: this.owner };
    const [head] = (await CLAIM(this.db.on(tx), { id: next, ...lease })).rows;
    return head && toClaim(head);
  }

  /** Claims up to `limit` due lanes, the longest waiting first. */
  async claim(
    tx: Tx,
    kind: string,
    limit: number,
    times: { now: number; leaseUntil: number },
  ): Promise<Claim[]> {
    const heads = await leased(this.db.on(tx), { visible_at: times.leaseUntil, owner: this.owner })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('jobs')
          .select('id')
          .where('kind', '=', kind)
          .where('visible_at', 'is not', null)
          .where((lane) =>
            lane.or([
              lane('visible_at', '<=', times.now),
              lane('visible_at', '>', times.now + 2 * LONGEST_WAIT_MS),
            ]),
          )
          .orderBy('visible_at')
          .limit(limit),
      )
      .returning(CLAIMED)
      .execute();
    return heads.map(toClaim);
  }

  /** Frees the lanes of some kinds that dead workers hold; valid only while no other process can be alive. */
  async releaseAll(tx: Tx, kinds: readonly string[], now: number): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('jobs')
      .set({ visible_at: now, owner: null })
      .where('kind', 'in', kinds)
      .where('visible_at', 'is not', null)
      .where('owner', 'is not', null)
      .execute();
  }

  /** Deletes jobs; a lane whose head is among them is free from `now` on. */
  async withdraw(tx: Tx, jobs: readonly JobInLane[], now: number): Promise<void> {
    if (jobs.length === 0) return;
    const ids = jobs.map(({ id }) => id);
    await this.db.on(tx).deleteFrom('jobs').where('id', 'in', ids).execute();
    for (const lane of jobs) {
      const head = await this.firstOf(tx, lane);
      if (head === undefined) continue;
      const freed = this.db.on(tx).updateTable('jobs').set({ visible_at: now }).where('id', '=', head);
      await freed.where('visible_at', 'is', null).execute();
    }
  }

  /** Ends the back-off (not the lease) of a kind's lanes, or of one of them. */
  async expedite(
    tx: Tx,
    { kind, key }: Pick<Lane, 'kind'> & { key: string | undefined },
    now: number,
  ): Promise<void> {
    let lanes = this.db
      .on(tx)
      .updateTable('jobs')
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
    return row?.visible_at ?? undefined;
  }

  private async firstOf(tx: Tx, { kind, key }: Lane): Promise<number | undefined> {
    return (await FIRST(this.db.on(tx), { kind, key })).rows[0]?.id;
  }

  protected override async hold(
    tx: Tx,
    { jobId: id, epoch }: Claim,
    visibleAt: number,
    owner: string | null = this.owner,
  ): Promise<void> {
    const held = await HOLD(this.db.on(tx), { id, epoch, visible_at: visibleAt, owner });
    if (held.numAffectedRows === 0n) throw new LeaseLostError();
  }
}

const toClaim = (row: Pick<Row<'jobs'>, (typeof CLAIMED)[number]>): Claim => ({
  ...toHead(row),
  kind: row.kind,
  key: row.key,
  epoch: row.epoch,
});
