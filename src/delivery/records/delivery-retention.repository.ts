import { Injectable } from '@nestjs/common';
import { firstIdAt } from '../../common/index.js';
import { Database, type DeletesOld, KeptFor, type Tx } from '../../persistence/index.js';
import { DELIVERY_STATES, type DeliveryState } from './delivery.js';

/** Deletes deliveries that are over, with their attempts. */
@Injectable()
abstract class OverDeliveries implements DeletesOld {
  protected abstract readonly state: DeliveryState;

  constructor(private readonly db: Database) {}

  async deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    const ids = await this.deleteRows(tx, before, limit);
    if (ids.length > 0)
      await this.db.on(tx).deleteFrom('delivery_attempts').where('delivery_id', 'in', ids).execute();
    return ids.length;
  }

  /**
   * Selects by creation, which the ids tell, and by the last attempt, because a delivery that was retried by hand is
   * recent. The delete tests the state again, so that one being retried at this moment stays; it does so by exclusion,
   * so that SQLite walks the index of ids and not the one by state.
   */
  private async deleteRows(tx: Tx, before: number, limit: number): Promise<string[]> {
    const others = DELIVERY_STATES.filter((state) => state !== this.state);
    const rows = await this.db
      .on(tx)
      .deleteFrom('deliveries')
      .where('state', 'not in', others)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('deliveries')
          .select('id')
          .where('id', '<', firstIdAt('dlv', before))
          .where('created_at', '<', before)
          .where('state', 'not in', others)
          .where((inner) => inner.fn.coalesce('last_attempt_at', 'created_at'), '<', before)
          .orderBy('id')
          .limit(limit),
      )
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  }
}

@KeptFor('sent deliveries', ({ deliveriesDays }) => deliveriesDays)
@Injectable()
export class SentDeliveries extends OverDeliveries {
  protected override readonly state = 'sent';
}

/** Dead deliveries are kept longer, because a person may still want to send them. */
@KeptFor('dead deliveries', ({ deadDeliveriesDays }) => deadDeliveriesDays)
@Injectable()
export class DeadDeliveries extends OverDeliveries {
  protected override readonly state = 'dead';
}
