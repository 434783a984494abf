import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/index.js';
import type { StreamState } from '../../conversations/index.js';
import { Database, KeptFor, type Tx } from '../../persistence/index.js';

/** Stores the progress of turns whose answers are sent in parts. A row lives as long as its turn. */
@KeptFor('turns under way', ({ eventsDays }) => eventsDays, {
  table: 'turn_progress',
  key: 'event_id',
  age: 'updated_at',
})
@Injectable()
export class TurnProgressRepository {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * @param said the part of the answer that was sent so far, or is shown in a stream
   * @param deliveryId needed for the first part only
   */
  async save(
    tx: Tx,
    eventId: string,
    {
      said,
      deliveryId = null,
      stream,
    }: { said: string; deliveryId?: string | null | undefined; stream?: StreamState | undefined },
  ): Promise<void> {
    const row = { said, stream: stream ? JSON.stringify(stream) : null, updated_at: this.clock.now() };
    await this.db
      .on(tx)
      .insertInto('turn_progress')
      .values({ event_id: eventId, delivery_id: deliveryId, ...row })
      .onConflict((conflict) =>
        conflict.column('event_id').doUpdateSet((eb) => ({
          ...row,
          delivery_id: eb.fn.coalesce('turn_progress.delivery_id', eb.val(deliveryId)),
        })),
      )
      .execute();
  }

  /** The delivery of the first part. */
  async firstDelivery(eventId: string): Promise<string | undefined> {
    const row = await this.db
      .on()
      .selectFrom('turn_progress')
      .select('delivery_id')
      .where('event_id', '=', eventId)
      .executeTakeFirst();
    return row?.delivery_id ?? undefined;
  }

  async forget(tx: Tx, eventId: string): Promise<void> {
    await this.db.on(tx).deleteFrom('turn_progress').where('event_id', '=', eventId).execute();
  }
}
