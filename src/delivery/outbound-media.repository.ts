import { Injectable } from '@nestjs/common';
import { Database, type DeletesOld, KeptFor, type Tx } from '../persistence/index.js';
import type { OutboundFile } from './outbound-file.js';

/** A service may still say, shortly after it took a file, that it could not bring it. */
const KEPT_DAYS = 1 / 24;

/** The bytes of files on their way out, once each, where every replica finds them (ADR 0020). */
@KeptFor('files sent', () => KEPT_DAYS)
@Injectable()
export class OutboundMediaRepository implements DeletesOld {
  /** Files may be large. */
  readonly atOnce = 8;

  constructor(private readonly db: Database) {}

  /** Belongs in the transaction that makes the delivery, before it. */
  async keep(tx: Tx, { digest, bytes }: OutboundFile, at: number): Promise<void> {
    await this.db
      .on(tx)
      .insertInto('outbound_media')
      .values({ id: digest, bytes, used_at: at })
      // Also keeps a deletion away that is going on: it looks at the row again.
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ used_at: at }))
      .execute();
  }

  /** @returns undefined when they are not kept any more */
  async find(id: string): Promise<Uint8Array | undefined> {
    const row = await this.db
      .on()
      .selectFrom('outbound_media')
      .select('bytes')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.bytes;
  }

  /**
   * Those of deliveries that were sent, or are gone. A dead one keeps its file: a person may still want to send it; so
   * does one that somebody may still take it of.
   */
  async deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    const { numDeletedRows } = await this.db
      .on(tx)
      .deleteFrom('outbound_media')
      .where('used_at', '<', before)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('outbound_media as media')
          .select('media.id')
          .where('media.used_at', '<', before)
          .where((inner) =>
            inner.not(
              inner.exists(
                inner
                  .selectFrom('deliveries')
                  .select('deliveries.id')
                  .whereRef('deliveries.media_id', '=', 'media.id')
                  .where(({ or, eb: its }) =>
                    or([
                      its('deliveries.state', '<>', 'sent'),
                      its('deliveries.offered_until', '>=', before),
                    ]),
                  ),
              ),
            ),
          )
          .orderBy('media.used_at')
          .limit(limit),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
