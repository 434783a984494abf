import type { Database, Tx } from '../database.js';
import { type DeadLetter, type JobPayload, LeaseLostError, type NewJob } from '../job-queue.js';

/** The head of a lane, in the hands of one worker. */
export interface Claim {
  readonly jobId: number;
  readonly kind: string;
  readonly key: string;
  readonly epoch: number;
  readonly payload: JobPayload;
  /** Attempts that failed before this one. */
  readonly attempts: number;
  readonly createdAt: number;
}

type Head = Omit<Claim, 'kind' | 'key' | 'epoch'>;

/** The SQL of the embedded job queue: lanes are claimed, the lowest job id of a lane is its head. */
export class LaneRepository {
  constructor(
    private readonly db: Database,
    private readonly owner: string,
  ) {}

  async insert(tx: Tx, job: NewJob, now: number): Promise<void> {
    const sql = this.db.on(tx);
    await sql
      .insertInto('jobs')
      .values({
        kind: job.kind,
        key: job.key,
        payload: JSON.stringify(job.payload),
        attempts: 0,
        created_at: now,
      })
      .execute();
    await sql
      .insertInto('job_lanes')
      .values({ kind: job.kind, key: job.key, visible_at: now, owner: null, epoch: 0 })
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
      .execute();
  }

  /** Takes up to `limit` lanes whose time has come, the longest waiting first. */
  async claim(
    tx: Tx,
    kind: string,
    limit: number,
    times: { now: number; leaseUntil: number },
  ): Promise<Claim[]> {
    const sql = this.db.on(tx);
    const lanes = await sql
      .updateTable('job_lanes')
      .set((eb) => ({ visible_at: times.leaseUntil, owner: this.owner, epoch: eb('epoch', '+', 1) }))
      .where('kind', '=', kind)
      .where('key', 'in', (eb) =>
        eb
          .selectFrom('job_lanes')
          .select('key')
          .where('kind', '=', kind)
          .where('visible_at', '<=', times.now)
          .orderBy('visible_at')
          .limit(limit),
      )
      .returning(['key', 'epoch'])
      .execute();
    const claims: Claim[] = [];
    for (const { key, epoch } of lanes) {
      const head = await this.head(tx, kind, key);
      if (head) claims.push({ ...head, kind, key, epoch });
      else await this.removeLane(tx, kind, key);
    }
    return claims;
  }

  /**
   * Deletes the job and gives the next of its lane, still leased; undefined when the lane is empty.
   * @throws LeaseLostError when the lane's epoch has moved on.
   */
  async finish(tx: Tx, claim: Claim, leaseUntil: number): Promise<Claim | undefined> {
    await this.hold(tx, claim, leaseUntil);
    const gone = await this.db.on(tx).deleteFrom('jobs').where('id', '=', claim.jobId).executeTakeFirst();
    // A lane that was emptied and made anew starts at epoch 0 again; job ids never come back.
    if (gone.numDeletedRows === 0n) throw new LeaseLostError();
    const head = await this.head(tx, claim.kind, claim.key);
    if (head) return { ...head, kind: claim.kind, key: claim.key, epoch: claim.epoch };
    await this.removeLane(tx, claim.kind, claim.key);
    return undefined;
  }

  /** Gives the lane back until `visibleAt`, remembering what went wrong. @throws LeaseLostError */
  async postpone(
    tx: Tx,
    claim: Claim,
    until: { visibleAt: number; attempts: number; error: string },
  ): Promise<void> {
    await this.hold(tx, claim, until.visibleAt, null);
    const changed = await this.db
      .on(tx)
      .updateTable('jobs')
      .set({ attempts: until.attempts, last_error: until.error })
      .where('id', '=', claim.jobId)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw new LeaseLostError();
  }

  /** Moves the job among the dead and gives the next of its lane. @throws LeaseLostError */
  async bury(
    tx: Tx,
    claim: Claim,
    death: { at: number; error: string; leaseUntil: number },
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
        attempts: claim.attempts + 1,
        last_error: death.error,
        created_at: claim.createdAt,
        died_at: death.at,
      })
      .execute();
    return next;
  }

  /** Renews what this worker holds; false when the lease is lost. */
  async renew(tx: Tx, claim: Claim, leaseUntil: number): Promise<boolean> {
    return this.hold(tx, claim, leaseUntil).then(
      () => true,
      (error: unknown) => {
        if (error instanceof LeaseLostError) return false;
        throw error;
      },
    );
  }

  /** Frees the lanes of workers that are gone; right only while nobody else can be alive. */
  async releaseAll(tx: Tx, now: number): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('job_lanes')
      .set({ visible_at: now, owner: null })
      .where('owner', 'is not', null)
      .execute();
  }

  /** Ends the back-off (not the lease) of a kind's lanes. */
  async expedite(tx: Tx, kind: string, now: number): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('job_lanes')
      .set({ visible_at: now })
      .where('kind', '=', kind)
      .where('owner', 'is', null)
      .where('visible_at', '>', now)
      .execute();
  }

  /** When the next lane of a kind becomes claimable, epoch ms. */
  async nextVisibleAt(kind: string): Promise<number | undefined> {
    const row = await this.db
      .on()
      .selectFrom('job_lanes')
      .select('visible_at')
      .where('kind', '=', kind)
      .orderBy('visible_at')
      .limit(1)
      .executeTakeFirst();
    return row?.visible_at;
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

  async deadLetters(limit: number): Promise<DeadLetter[]> {
    const rows = await this.db
      .on()
      .selectFrom('dead_jobs')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      key: row.key,
      payload: JSON.parse(row.payload) as JobPayload,
      attempts: row.attempts,
      error: row.last_error ?? '',
      diedAt: row.died_at,
    }));
  }

  async revive(tx: Tx, id: number, now: number): Promise<NewJob | undefined> {
    const row = await this.db
      .on(tx)
      .deleteFrom('dead_jobs')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) return undefined;
    const job = { kind: row.kind, key: row.key, payload: JSON.parse(row.payload) as JobPayload };
    await this.insert(tx, job, now);
    return job;
  }

  /** The fence: changes the lane only while this worker's claim is the latest. */
  private async hold(
    tx: Tx,
    claim: Claim,
    visibleAt: number,
    owner: string | null = this.owner,
  ): Promise<void> {
    const result = await this.db
      .on(tx)
      .updateTable('job_lanes')
      .set({ visible_at: visibleAt, owner })
      .where('kind', '=', claim.kind)
      .where('key', '=', claim.key)
      .where('epoch', '=', claim.epoch)
      .executeTakeFirst();
    if (result.numUpdatedRows === 0n) throw new LeaseLostError();
  }

  private async head(tx: Tx, kind: string, key: string): Promise<Head | undefined> {
    const row = await this.db
      .on(tx)
      .selectFrom('jobs')
      .select(['id', 'payload', 'attempts', 'created_at'])
      .where('kind', '=', kind)
      .where('key', '=', key)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!row) return undefined;
    const payload = JSON.parse(row.payload) as JobPayload;
    return { jobId: row.id, payload, attempts: row.attempts, createdAt: row.created_at };
  }

  private async removeLane(tx: Tx, kind: string, key: string): Promise<void> {
    await this.db.on(tx).deleteFrom('job_lanes').where('kind', '=', kind).where('key', '=', key).execute();
  }
}
