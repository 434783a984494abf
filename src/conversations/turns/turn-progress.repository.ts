import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import { Database, deleteOldest, type DeletesOld, KeptFor, type Tx } from '../../persistence/index.js';

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

  deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    return deleteOldest(
      this.db.on(tx),
      { table: 'turn_progress', key: 'event_id', age: 'updated_at' },
      { before, limit },
    );
  }

  async forget(tx: Tx, eventId: string): Promise<void> {
    await this.db.on(tx).deleteFrom('turn_progress').where('event_id', '=', eventId).execute();
  }
}
