import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { Database, type DeletesOld, KeptFor, type Tx } from '../../persistence/index.js';

/** How far turns have come whose answers go out in blocks. A row lives as long as its turn. */
@KeptFor('turns under way', ({ eventsDays }) => eventsDays)
@Injectable()
export class TurnProgressRepository implements DeletesOld {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** @param said all that was sent of the answer so far. */
  async save(tx: Tx, eventId: string, said: string): Promise<void> {
    const row = { said, updated_at: this.clock.now() };
    await this.db
      .on(tx)
      .insertInto('turn_progress')
      .values({ event_id: eventId, ...row })
      .onConflict((conflict) => conflict.column('event_id').doUpdateSet(row))
      .execute();
  }

  async deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    const { numDeletedRows } = await this.db
      .on(tx)
      .deleteFrom('turn_progress')
      .where('event_id', 'in', (eb) =>
        eb
          .selectFrom('turn_progress')
          .select('event_id')
          .where('updated_at', '<', before)
          .orderBy('updated_at')
          .limit(limit),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  async forget(tx: Tx, eventId: string): Promise<void> {
    await this.db.on(tx).deleteFrom('turn_progress').where('event_id', '=', eventId).execute();
  }
}
