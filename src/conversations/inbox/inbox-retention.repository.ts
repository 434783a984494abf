import { Injectable } from '@nestjs/common';
import { Database, deleteOldest, type DeletesOld, KeptFor, type Tx } from '../../persistence/index.js';

/** Events that are over, with their inbox keys. A waiting event has no `processed_at` and stays. */
@KeptFor('inbound events', ({ eventsDays }) => eventsDays)
@Injectable()
export class EndedEvents implements DeletesOld {
  constructor(private readonly db: Database) {}

  deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    return deleteOldest(
      this.db.on(tx),
      { table: 'inbound_events', key: 'id', age: 'processed_at', idPrefix: 'evt' },
      { before, limit },
    );
  }
}
