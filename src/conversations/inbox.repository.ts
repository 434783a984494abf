import { Injectable } from '@nestjs/common';
import type { InboundEvent } from '../channels/index.js';
import { Clock } from '../common/index.js';
import { Database, type DeletesOld, KeptFor, type Tx } from '../persistence/index.js';

/** An event as it waits to be judged. */
export interface StoredEvent {
  readonly id: string;
  readonly sessionKey: string;
  readonly event: InboundEvent;
  /** Epoch ms. */
  readonly receivedAt: number;
}

export type EventOutcome =
  | { readonly outcome: 'turn' | 'pairing' | 'failed' }
  | { readonly outcome: 'dropped'; readonly reason: string };

@KeptFor('inbound events', ({ eventsDays }) => eventsDays)
@Injectable()
export class InboxRepository implements DeletesOld {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** False when an event of the same inbox key is already there. */
  async insert(tx: Tx, { id, sessionKey, event, receivedAt }: StoredEvent): Promise<boolean> {
    const result = await this.db
      .on(tx)
      .insertInto('inbound_events')
      .values({
        id,
        channel: event.channel,
        account: event.account,
        inbox_key: event.inboxKey,
        session_key: sessionKey,
        state: 'pending',
        payload: JSON.stringify(event),
        received_at: receivedAt,
      })
      .onConflict((conflict) => conflict.columns(['channel', 'account', 'inbox_key']).doNothing())
      .executeTakeFirst();
    return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
  }

  /** The event while it waits; undefined once it is done. */
  async findPending(id: string): Promise<StoredEvent | undefined> {
    const row = await this.db
      .on()
      .selectFrom('inbound_events')
      .select(['id', 'session_key', 'payload', 'received_at'])
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .executeTakeFirst();
    if (!row) return undefined;
    const event = JSON.parse(row.payload) as InboundEvent;
    return { id: row.id, sessionKey: row.session_key, event, receivedAt: row.received_at };
  }

  /** Ends an event and forgets its text: what may be kept stands in the transcript. */
  async finish(tx: Tx, id: string, end: EventOutcome): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('inbound_events')
      .set({
        state: 'done',
        outcome: end.outcome,
        reason: end.outcome === 'dropped' ? end.reason : null,
        payload: '',
        processed_at: this.clock.now(),
      })
      .where('id', '=', id)
      .execute();
  }

  async bury(tx: Tx, id: string): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('inbound_events')
      .set({ state: 'dead', outcome: 'failed', processed_at: this.clock.now() })
      .where('id', '=', id)
      .execute();
  }

  /** An event that waits has no `processed_at` and stays; with the others goes the memory of their inbox keys. */
  async deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    const { numDeletedRows } = await this.db
      .on(tx)
      .deleteFrom('inbound_events')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('inbound_events')
          .select('id')
          .where('processed_at', '<', before)
          .orderBy('processed_at')
          .limit(limit),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}
