import { sql } from 'kysely';
import type { Database } from '../database/database.js';

/** By the clock of the database, so that replicas need not agree on the time. */
const NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** The leases with their holders and expiry times; on PostgreSQL only. */
export class LeaseRepository {
  constructor(
    private readonly db: Database,
    private readonly owner: string,
  ) {}

  /**
   * Takes a lease that is free or expired, or renews ours. False while another process has it. One that lasts
   * longer than any may was taken before the database's clock was set back, and counts as expired.
   */
  async hold(name: string, ttlMs: number): Promise<boolean> {
    const expires_at = sql<number>`${NOW} + ${ttlMs}::bigint`;
    const change = { owner: this.owner, expires_at };
    const held = await this.db.transaction((tx) =>
      this.db
        .on(tx)
        .insertInto('leases')
        .values({ name, ...change })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(change)
            .where((eb) =>
              eb.or([
                eb('leases.owner', '=', this.owner),
                eb('leases.expires_at', '<', NOW),
                eb('leases.expires_at', '>', sql<number>`${NOW} + ${2 * ttlMs}::bigint`),
              ]),
            ),
        )
        .returning('name')
        .executeTakeFirst(),
    );
    return held !== undefined;
  }

  /** Releases one lease if it is ours. */
  async releaseOne(name: string): Promise<void> {
    await this.db.transaction((tx) =>
      this.db.on(tx).deleteFrom('leases').where('name', '=', name).where('owner', '=', this.owner).execute(),
    );
  }

  /** Releases all our leases. */
  async release(): Promise<void> {
    await this.db.transaction((tx) =>
      this.db.on(tx).deleteFrom('leases').where('owner', '=', this.owner).execute(),
    );
  }
}
