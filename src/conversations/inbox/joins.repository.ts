import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../persistence/index.js';
import { type MessagePart, type NewEvent, payloadOf, readPayload, type StoredEvent } from './stored-event.js';

/** The row of a waiting event. */
export interface Waiting {
  readonly id: string;
  readonly session_key: string;
  readonly sender_id: string | null;
  readonly payload: string;
  readonly received_at: number;
}

type StoredAt = Pick<NewEvent, 'id' | 'event'>;

/** Reads and writes which waiting messages are answered as one. Used only where joining is possible. */
@Injectable()
export class JoinsRepository {
  constructor(private readonly db: Database) {}

  /** The last event that waits in the same place, accepted before this one and not before `since`. */
  async lastBefore(tx: Tx, { id, event }: StoredAt, since: number): Promise<Waiting | undefined> {
    return this.waiting(event, tx)
      .where('id', '<', id)
      .where('received_at', '>=', since)
      .orderBy('id', 'desc')
      .executeTakeFirst();
  }

  /** The event with this inbox key, if it waits in the same place. */
  async waitingWith(tx: Tx, { event }: StoredAt, inboxKey: string): Promise<Waiting | undefined> {
    return this.waiting(event, tx).where('inbox_key', '=', inboxKey).executeTakeFirst();
  }

  /** The next event that waits in the same place. */
  async nextAfter({ id, event }: StoredAt): Promise<Waiting | undefined> {
    return this.waiting(event).where('id', '>', id).orderBy('id').executeTakeFirst();
  }

  async mark(tx: Tx, id: string, joinedBy: string): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('inbound_events')
      .set({ joined_by: joinedBy })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .execute();
  }

  /** Those of some events that another event continues. */
  async joinedAmong(ids: readonly string[]): Promise<readonly string[]> {
    const rows = await this.db
      .on()
      .selectFrom('inbound_events')
      .select('id')
      .where('id', 'in', ids)
      .where('joined_by', 'is not', null)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Puts these parts before a waiting message. @returns false when it no longer waits */
  async prepend(tx: Tx, id: string, parts: readonly MessagePart[]): Promise<boolean> {
    const db = this.db.on(tx);
    const row = await db
      .selectFrom('inbound_events')
      .select(['payload', 'received_at'])
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .executeTakeFirst();
    if (!row) return false;
    const now = readPayload(row.payload, { id, receivedAt: row.received_at });
    if (now.event.kind !== 'message') return false;
    const own = now.parts?.at(-1)?.event ?? now.event;
    const payload = payloadOf(own, [...parts, ...(now.parts?.slice(0, -1) ?? [])]);
    await db.updateTable('inbound_events').set({ payload }).where('id', '=', id).execute();
    return true;
  }

  private waiting(
    { channel, account, conversation }: Pick<StoredEvent['event'], 'channel' | 'account' | 'conversation'>,
    tx?: Tx,
  ) {
    return (
      this.db
        .on(tx)
        .selectFrom('inbound_events')
        .select(['id', 'session_key', 'sender_id', 'payload', 'received_at'])
        // By the index in which waiting events stand together.
        .where('processed_at', 'is', null)
        .where('state', '=', 'pending')
        .where('channel', '=', channel)
        .where('account', '=', account)
        .where('conversation_id', '=', conversation.id)
        .limit(1)
    );
  }
}
