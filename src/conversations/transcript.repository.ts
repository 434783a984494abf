import { Injectable } from '@nestjs/common';
import type { InboundEvent } from '../channels/index.js';
import { newId } from '../common/index.js';
import {
  Database,
  deleteOldest,
  type DeletesOld,
  KeptFor,
  pick,
  prepared,
  type Row,
  type Tx,
} from '../persistence/index.js';

export interface TranscriptEntry {
  readonly sessionKey: string;
  readonly eventId: string;
  /** What it belongs to: says where, and for the role `user` who. */
  readonly event: InboundEvent;
  readonly role: 'user' | 'assistant';
  readonly kind?: 'turn' | 'heard' | 'notice';
  readonly text: string;
  /** Epoch ms. */
  readonly at: number;
}

/** One thing that was said, and by whom. */
export type SpokenEntry = Pick<
  Row<'transcript'>,
  'role' | 'kind' | 'text' | 'sender_id' | 'sender_name' | 'remote_id' | 'reply_to' | 'created_at'
>;

const APPEND = prepared((sql, entry: Omit<Row<'transcript'>, 'seq'>) =>
  sql.insertInto('transcript').values({
    ...pick(entry, 'id', 'session_key', 'channel', 'account', 'conversation_id', 'event_id', 'created_at'),
    ...pick(entry, 'role', 'kind', 'sender_id', 'sender_name', 'text', 'remote_id', 'reply_to'),
  }),
);

const RECENT = prepared(
  (sql, { sessionKey, after, limit }: { sessionKey: string; after: number; limit: number }) =>
    sql
      .selectFrom('transcript')
      .select(['role', 'kind', 'text', 'sender_id', 'sender_name', 'remote_id', 'reply_to', 'created_at'])
      .where('session_key', '=', sessionKey)
      .where('seq', '>', after)
      .orderBy('seq', 'desc')
      .limit(limit),
);

const TOUCH_CONVERSATION = prepared((sql, place: Row<'conversations'>) =>
  sql
    .insertInto('conversations')
    .values({
      ...pick(place, 'id', 'channel', 'account', 'conversation_id'),
      ...pick(place, 'kind', 'name', 'created_at', 'last_message_at'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['channel', 'account', 'conversation_id'])
        .doUpdateSet(pick(place, 'last_message_at', 'name')),
    ),
);

/** What was said in each session: the assistant's memory and the operator's view. */
@KeptFor('transcript entries', ({ transcriptsDays }) => transcriptsDays)
@Injectable()
export class TranscriptRepository implements DeletesOld {
  constructor(private readonly db: Database) {}

  async append(tx: Tx, entry: TranscriptEntry): Promise<void> {
    const { sessionKey, eventId, event, role, kind = 'turn', text, at } = entry;
    const isUser = role === 'user';
    const message = isUser && event.kind === 'message' ? event : undefined;
    await APPEND(this.db.on(tx), {
      id: newId('msg', at),
      session_key: sessionKey,
      channel: event.channel,
      account: event.account,
      conversation_id: event.conversation.id,
      role,
      kind,
      sender_id: isUser ? event.sender.id : null,
      sender_name: isUser ? (event.sender.name ?? null) : null,
      text,
      remote_id: message?.messageId ?? null,
      reply_to: message?.replyTo ?? null,
      event_id: eventId,
      created_at: at,
    });
  }

  /** The last `limit` entries of a session that came after a `seq`, oldest first. */
  async recent(
    sessionKey: string,
    { after, limit }: { after: number; limit: number },
  ): Promise<SpokenEntry[]> {
    if (limit <= 0) return [];
    const { rows } = await RECENT(this.db.on(), { sessionKey, after, limit });
    return rows.reverse();
  }

  async touchConversation(
    tx: Tx,
    { channel, account, conversation }: InboundEvent,
    at: number,
  ): Promise<void> {
    await TOUCH_CONVERSATION(this.db.on(tx), {
      id: newId('cnv', at),
      channel,
      account,
      conversation_id: conversation.id,
      kind: conversation.kind,
      name: conversation.name ?? null,
      created_at: at,
      last_message_at: at,
    });
  }

  /** What was said, and then the places where nobody has said anything since. */
  async deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    const range = { before, limit };
    const db = this.db.on(tx);
    const said = await deleteOldest(db, { table: 'transcript', key: 'seq', age: 'created_at' }, range);
    const silent = { table: 'conversations', key: 'id', age: 'last_message_at' } as const;
    return Math.max(said, await deleteOldest(db, silent, range));
  }
}
