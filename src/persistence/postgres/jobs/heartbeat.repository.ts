import { sql } from 'kysely';
import type { Database, Tx } from '../../database/database.js';

export interface Heartbeat {
  readonly owner: string;
  /** −1 for an owner of lanes without any heartbeat. */
  readonly beats: number;
}

type Beat = Pick<Heartbeat, 'beats'> & { readonly time: number };

/** Heartbeats of the processes that run jobs. */
export class HeartbeatRepository {
  constructor(private readonly db: Database) {}

  /**
   * @param pools ids of the owner's graphile-worker pools
   * @returns the earlier beats since the owner was last removed, and the database's time, epoch ms
   */
  async beat(tx: Tx, owner: string, pools: readonly string[], now: number): Promise<Beat> {
    const change = { pools: JSON.stringify(pools), seen_at: now };
    return this.db
      .on(tx)
      .insertInto('worker_heartbeats')
      .values({ owner, beats: 0, ...change })
      .onConflict((conflict) =>
        conflict
          .column('owner')
          .doUpdateSet((eb) => ({ ...change, beats: eb('worker_heartbeats.beats', '+', 1) })),
      )
      .returning(['beats', sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`.as('time')])
      .executeTakeFirstOrThrow();
  }

  async all(): Promise<Heartbeat[]> {
    const known = this.db.on().selectFrom('worker_heartbeats').select(['owner', 'beats']);
    const lost = this.db
      .on()
      .selectFrom('job_lanes')
      .select((eb) => [eb.ref('owner').$notNull().as('owner'), eb.lit(-1).as('beats')])
      .distinct()
      .where('owner', 'is not', null)
      .where('owner', 'not in', (eb) => eb.selectFrom('worker_heartbeats').select('owner'));
    return known.unionAll(lost).execute();
  }

  /**
   * Removes an owner, unless it has beaten since.
   * @returns false when it lives, or was removed already
   */
  async remove(tx: Tx, { owner, beats }: Heartbeat): Promise<boolean> {
    const removed = await this.db
      .on(tx)
      .deleteFrom('worker_heartbeats')
      .where('owner', '=', owner)
      .where('beats', '=', beats)
      .executeTakeFirst();
    return removed.numDeletedRows === 1n || (beats === -1 && !(await this.exists(tx, owner)));
  }

  /** Removes this process's own row, whatever its beats. */
  async leave(tx: Tx, owner: string): Promise<void> {
    await this.db.on(tx).deleteFrom('worker_heartbeats').where('owner', '=', owner).execute();
  }

  private async exists(tx: Tx, owner: string): Promise<boolean> {
    const row = await this.db
      .on(tx)
      .selectFrom('worker_heartbeats')
      .select('owner')
      .where('owner', '=', owner)
      .executeTakeFirst();
    return row !== undefined;
  }
}
