import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { ConversationId, KnownEvent, SenderId } from '../../channels/index.js';
import { Database, prepared, type Row, type Tx } from '../../persistence/index.js';
import type { InboxKey } from './inbox.repository.js';

type EventRow = Row<'inbound_events'>;

/** The numbers of an account between two, both excluded. */
type Gap = Pick<EventRow, 'channel' | 'account'> & { readonly after: number; readonly before: number };
const MAX_SEQUENCES = 1_000;

const BETWEEN = prepared((on, { channel, account, after, before }: Gap) => {
  const numbersOf = (table: 'inbound_events' | 'deliveries') =>
    on
      .selectFrom(table)
      .select('sequence')
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('sequence', '>', after)
      .where('sequence', '<', before)
      .orderBy('sequence', 'desc')
      .limit(sql.lit(MAX_SEQUENCES));
  return on
    .selectFrom(numbersOf('inbound_events').as('came'))
    .select('came.sequence')
    .unionAll(on.selectFrom(numbersOf('deliveries').as('went')).select('went.sequence'));
});

const FIND_KNOWN = prepared((on, event: Pick<EventRow, 'channel' | 'account' | 'inbox_key'>) =>
  on
    .selectFrom('inbound_events')
    .select(['conversation_id', 'sender_id', 'outcome'])
    .where('channel', '=', event.channel)
    .where('account', '=', event.account)
    .where('inbox_key', '=', event.inbox_key),
);

/** Events that have come before: what connectors ask about them, and letting one wait again. */
@Injectable()
export class PastEventsRepository {
  constructor(private readonly db: Database) {}

  /** Implements InboundSink.sequencesBetween. */
  async sequencesBetween(gap: Gap): Promise<readonly number[]> {
    const { rows } = await BETWEEN(this.db.on(), gap);
    const numbers = rows.flatMap(({ sequence }) => sequence ?? []);
    return [...new Set(numbers)].sort((a, b) => a - b).slice(-MAX_SEQUENCES);
  }

  /** Where an event happened and who did it, whatever became of it; undefined when it is not remembered. */
  async known({ channel, account, inboxKey }: InboxKey): Promise<KnownEvent | undefined> {
    const [row] = (await FIND_KNOWN(this.db.on(), { channel, account, inbox_key: inboxKey })).rows;
    const { conversation_id: conversation, sender_id: sender, outcome } = row ?? {};
    if (!conversation || !sender) return undefined;
    const known = { conversation: conversation as ConversationId, sender: sender as SenderId };
    return outcome === 'heard' ? { ...known, isUnanswered: true } : known;
  }

  /** Lets an event that is over wait again. False when it is not stored any more, or waits already. */
  async reopen(tx: Tx, id: string, payload: string): Promise<boolean> {
    const again = { outcome: null, reason: null, processed_at: null, joined_by: null, payload };
    const { numUpdatedRows } = await this.db
      .on(tx)
      .updateTable('inbound_events')
      .set({ state: 'pending', ...again })
      .where('id', '=', id)
      .where('state', '=', 'done')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
}
