import { sql } from 'kysely';
import type { Database, Tx } from '../../database/database.js';

export interface Heartbeat {
  readonly owner: string;
  /** −1 for an owner of lanes without any heartbeat. */
  readonly beats: number;
  /** How long ago the last beat was, by the database's clock, ms; 0 for an owner without any. */
  readonly silentMs: number;
}

/** The database's time, epoch ms. */
const NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::float8`;

/** Heartbeats of the processes that run jobs. */
export class HeartbeatRepository {
  constructor(private readonly db: Database) {}

  /** @returns the earlier beats since the owner was last removed, and the database's time, epoch ms */
  beat(tx: Tx, owner: string): Promise<{ beats: number; time: number }> {
    const seen = { seen_at: sql<number>`${NOW}::bigint` };
    return this.db
      .on(tx)
      .insertInto('worker_heartbeats')
      .values({ owner, beats: 0, pools: '[]', ...seen })
      .onConflict((on) =>
        on.column('owner').doUpdateSet((eb) => ({ ...seen, beats: eb('worker_heartbeats.beats', '+', 1) })),
      )
      .returning(['beats', sql<number>`${NOW}`.as('time')])
      .executeTakeFirstOrThrow();
  }

  async all(): Promise<Heartbeat[]> {
    const { rows } = await sql<Heartbeat>`
      select "owner", "beats", ${NOW} - "seen_at" as "silentMs" from "worker_heartbeats" union all
      select distinct owner, -1, 0 from job_lanes
      where owner is not null and owner not in (select owner from worker_heartbeats)
    `.execute(this.db.on());
    return rows;
  }

  /**
   * Removes an owner, unless it has beaten since.
   * @returns false when it lives, or was removed already
   */
  async remove(tx: Tx, { owner, beats }: Pick<Heartbeat, 'owner' | 'beats'>): Promise<boolean> {
    const rows = this.db.on(tx).selectFrom('worker_heartbeats').select('beats').where('owner', '=', owner);
    const row = await rows.forUpdate().executeTakeFirst();
    if ((row?.beats ?? -1) !== beats) return false;
    await this.leave(tx, owner);
    return true;
  }

  /** Removes this process's own row, whatever its beats. */
  async leave(tx: Tx, owner: string): Promise<void> {
    await this.db.on(tx).deleteFrom('worker_heartbeats').where('owner', '=', owner).execute();
  }
}
