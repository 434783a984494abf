import { Injectable } from '@nestjs/common';
import { firstIdAt } from '../../common/index.js';
import { Database } from '../../persistence/index.js';
import { type Delivery, type DeliveryState, toDelivery } from './delivery.js';

/** Of so many of the newest deliveries a new attempt or receipt is seen, whatever their states. */
const NEWEST = 200;

/** Reads deliveries for operators, to list and count them. */
@Injectable()
export class DeliveryListsRepository {
  constructor(private readonly db: Database) {}

  async ofEvent(eventId: string, { from, to }: { from: number; to: number }): Promise<readonly Delivery[]> {
    const rows = await this.db
      .on()
      .selectFrom('deliveries')
      .selectAll()
      .where('id', '>=', firstIdAt('dlv', from))
      .where('id', '<', firstIdAt('dlv', to + 1))
      .where('event_id', '=', eventId)
      .orderBy('id')
      .execute();
    return rows.map(toDelivery);
  }

  /** Newest first; `before` is the id of the last one of the previous page. */
  async page(filter: {
    state?: DeliveryState;
    before?: string;
    limit: number;
  }): Promise<readonly Delivery[]> {
    let query = this.db.on().selectFrom('deliveries').selectAll().orderBy('id', 'desc').limit(filter.limit);
    if (filter.state !== undefined) query = query.where('state', '=', filter.state);
    if (filter.before !== undefined) query = query.where('id', '<', filter.before);
    return (await query.execute()).map(toDelivery);
  }

  /** The event of the oldest answer that is not sent and not given up. */
  async oldestOpenAnswer(): Promise<string | undefined> {
    const row = await this.db
      .on()
      .selectFrom('deliveries')
      .select('event_id')
      .where('state', 'in', ['queued', 'sending', 'unknown'])
      .where('author', '=', 'assistant')
      .where('event_id', 'is not', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row?.event_id ?? undefined;
  }

  /** When the oldest delivery that was given up was created, epoch ms. */
  async oldestDead(): Promise<number | undefined> {
    const row = await this.db
      .on()
      .selectFrom('deliveries')
      .select('created_at')
      .where('state', '=', 'dead')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row?.created_at;
  }

  /** The number of deliveries in each state that is not `sent`. */
  async countOpen(): Promise<ReadonlyMap<DeliveryState, number>> {
    const rows = await this.db
      .on()
      .selectFrom('deliveries')
      .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
      .where('state', 'in', ['queued', 'sending', 'unknown', 'dead'])
      .groupBy('state')
      .execute();
    return new Map(rows.map((row) => [row.state, row.count]));
  }

  /** A text that is another one once the newest deliveries, their attempts or their receipts are. */
  async newestMark(): Promise<string> {
    const row = await this.db
      .on()
      .selectFrom((eb) =>
        eb
          .selectFrom('deliveries')
          .select(['id', 'attempts', 'delivered_at', 'read_at'])
          .orderBy('id', 'desc')
          .limit(NEWEST)
          .as('newest'),
      )
      .select(({ fn }) => [
        fn.max('id').as('last'),
        fn.min('id').as('first'),
        fn.countAll().as('rows'),
        fn.sum('attempts').as('attempts'),
        fn.count('delivered_at').as('delivered'),
        fn.count('read_at').as('read'),
      ])
      .executeTakeFirst();
    return JSON.stringify(row);
  }
}
