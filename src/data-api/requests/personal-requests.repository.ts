import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import {
  Database,
  type Footprint,
  HoldsPersonal,
  personal,
  type PersonalRecord,
  type PersonalRecords,
} from '../../persistence/index.js';

/** The requests of a user, and the counters of their keys. */
@HoldsPersonal('records', 'data_requests', 'rate_limits')
@Injectable()
export class PersonalDataRequests implements PersonalRecords {
  constructor(private readonly db: Database) {}

  async *list(footprint: Footprint): AsyncGenerator<PersonalRecord> {
    const where = requestsOf(footprint);
    for await (const { fingerprint: _fingerprint, ...record } of personal.rowsWhere(this.db.on(), {
      table: 'data_requests',
      key: 'id',
      where,
    }))
      yield { kind: 'data_requests', record };
  }

  async erase(footprint: Footprint): Promise<void> {
    await this.db.transaction(async (tx) => {
      await personal.deleteWhere(this.db.on(tx), 'data_requests', requestsOf(footprint));
      await personal.deleteWhere(
        this.db.on(tx),
        'rate_limits',
        personal.isOneOf('key_id', [...footprint.keys]),
      );
    });
  }
}

const requestsOf = ({ person: { userId } }: Footprint) =>
  userId === null ? sql`1 = 0` : sql`user_id = ${userId}`;
