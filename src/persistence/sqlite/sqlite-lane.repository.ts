import type { Tx } from '../database.js';
import { type Claim, type Lane, LaneRepository, LONGEST_WAIT_MS } from '../lanes/lane.repository.js';

/** Lanes as the embedded queue claims them: by `visible_at`, which is also the end of a lease. */
export class SqliteLaneRepository extends LaneRepository {
  /** Takes up to `limit` lanes whose time has come, the longest waiting first. */
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

  /** Takes a lane that nobody has had yet. */
  async lease(tx: Tx, { kind, key }: Lane, leaseUntil: number): Promise<Claim | undefined> {
    const taken = await this.db
      .on(tx)
      .updateTable('job_lanes')
      .set({ visible_at: leaseUntil, owner: this.owner, epoch: 1 })
      .where('kind', '=', kind)
      .where('key', '=', key)
      .where('epoch', '=', 0)
      .executeTakeFirst();
    return taken.numUpdatedRows > 0n ? this.claimed(tx, { kind, key }, 1) : undefined;
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
}
