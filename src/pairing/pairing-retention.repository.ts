import { Injectable } from '@nestjs/common';
import type { ExpressionBuilder } from 'kysely';
import { Database, type DeletesOld, KeptFor, type Schema, type Tx } from '../persistence/index.js';

/** Deletes old pairing requests. */
@KeptFor('pairing requests', ({ pairingDays }) => pairingDays)
@Injectable()
export class PairingRetention implements DeletesOld {
  constructor(private readonly db: Database) {}

  /**
   * Deletes approved and expired requests. A denied one stays, because it keeps its sender out, unless the sender has a
   * later request, which then decides.
   */
  async deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    const { numDeletedRows } = await this.db
      .on(tx)
      .deleteFrom('pairing_requests')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('pairing_requests as old')
          .select('old.id')
          .where('old.expires_at', '<', before)
          .where((either) =>
            either.or([either('old.status', '<>', 'denied'), either.exists(laterThan(either))]),
          )
          .orderBy('old.expires_at')
          .limit(limit),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}

/** Requests the sender of `old` made after it. */
const laterThan = (eb: ExpressionBuilder<{ old: Schema['pairing_requests'] } & Schema, 'old'>) =>
  eb
    .selectFrom('pairing_requests as later')
    .select('later.id')
    .whereRef('later.channel', '=', 'old.channel')
    .whereRef('later.account', '=', 'old.account')
    .whereRef('later.sender_id', '=', 'old.sender_id')
    .whereRef('later.seq', '>', 'old.seq');
