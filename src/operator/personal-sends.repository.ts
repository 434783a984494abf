import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import {
  Database,
  type Footprint,
  HoldsPersonal,
  personal,
  type PersonalRecord,
  type PersonalRecords,
  Pseudonyms,
} from '../persistence/index.js';

/** Keys of operators' requests to send something to a person: kept for a day, so that a repeat sends nothing. */
@HoldsPersonal('records', 'operator_sends')
@Injectable()
export class PersonalSends implements PersonalRecords {
  constructor(private readonly db: Database) {}

  /** The messages themselves are among the deliveries. */
  async *list(): AsyncGenerator<PersonalRecord> {
    yield* [];
  }

  /** A message to the person counts as done nowhere any more: the key goes with it. */
  async erase(footprint: Footprint): Promise<void> {
    const names = new Pseudonyms(footprint);
    const isTheirs = (ids: readonly string[]) => ids.some((id) => footprint.deliveries.own.has(id));
    const rows = await personal.rowsOf(this.db.on(), 'operator_sends', sql`1 = 1`);
    const theirs = rows.filter(
      ({ delivery_ids, answer }) =>
        isTheirs(JSON.parse(delivery_ids) as string[]) || names.isIn(answer ?? ''),
    );
    const keys = theirs.map(({ id }) => id);
    await personal.inPortions(this.db, keys, (tx, ids) =>
      personal.deleteWhere(this.db.on(tx), 'operator_sends', personal.isOneOf('id', ids)),
    );
  }
}
