import { Injectable } from '@nestjs/common';
import type { InboundEvent, RemoteMessageId } from '../channels/index.js';
import { newId } from '../common/index.js';
import {
  Database,
  deleteOldest,
  type DeletesOld,
  KeptFor,
  pick,
  prepared,
  preparedChange,
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
export type SpokenEntry = Pick<Row<'transcript'>, (typeof SPOKEN)[number]>;

const SPOKEN = [
  'channel',
  'account',
  'conversation_id',
  'role',
  'kind',
  'text',
  'sender_id',
  'sender_name',
  'remote_id',
  'reply_to',
  'created_at',
] as const;

/** The last entries of a conversation among which a message is looked for that its author changes. */
const REWRITABLE = 10_000;

/** How much of a session is remembered. */
export interface HistoryCount {
  /** Messages of people; what stands between them comes with them. */
  readonly limit: number;
  /** Whether those count that were said to others. */
  readonly isHeardCounted: boolean;
}

/** A message as its own author changed it. */
export interface AuthorsChange {
  readonly event: InboundEvent;
  readonly messageId: RemoteMessageId;
  readonly text: string;
}

const APPEND = preparedChange((sql, entry: Omit<Row<'transcript'>, 'seq'>) =>
  sql.insertInto('transcript').values({
    ...pick(entry, 'id', 'session_key', 'channel', 'account', 'conversation_id', 'event_id', 'created_at'),
    ...pick(entry, 'role', 'kind', 'sender_id', 'sender_name', 'text', 'remote_id', 'reply_to'),
  }),
);

interface RecentValues {
  readonly sessionKey: string;
  readonly after: number;
  readonly maxEntries: number;
  /** How many messages that count are to come after the oldest. */
  readonly further: number;
  readonly alsoCounted: 'turn' | 'heard';
}

const RECENT = prepared((sql, { sessionKey, after, maxEntries, further, alsoCounted }: RecentValues) => {
  const ofSession = sql
    .selectFrom('transcript')
    .where('session_key', '=', sessionKey)
    .where('seq', '>', after);
  const oldest = ofSession
    .select('seq')
    .where('role', '=', 'user')
    .where('kind', 'in', ['turn', alsoCounted])
    .orderBy('seq', 'desc')
    .limit(1)
    .offset(further);
  return ofSession
    .select(SPOKEN)
    .where((eb) => eb('seq', '>=', eb.fn.coalesce(oldest, eb.lit(0))))
    .orderBy('seq', 'desc')
    .limit(maxEntries);
});

const TOUCH_CONVERSATION = preparedChange((sql, place: Row<'conversations'>) =>
  sql
    .insertInto('conversations')
    .values({
      ...pick(place, 'id', 'channel', 'account', 'conversation_id'),
      ...pick(place, 'kind', 'name', 'created_at', 'last_message_at'),
    })
    .onConflict((conflict) =>
      conflict.columns(['channel', 'account', 'conversation_id']).doUpdateSet((eb) => ({
        last_message_at: eb.ref('excluded.last_message_at'),
        // Not everything that happens names its place.
        name: eb.fn.coalesce('excluded.name', 'conversations.name'),
      })),
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
    const { id: remoteId, about } = isUser ? messagesOf(event) : {};
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
      remote_id: remoteId ?? null,
      reply_to: about ?? null,
      event_id: eventId,
      created_at: at,
    });
  }

  /** The last entries of a session that came after a `seq`, from the oldest message that counts on; oldest first. */
  async recent(
    sessionKey: string,
    { after, limit, isHeardCounted, maxEntries }: HistoryCount & { after: number; maxEntries: number },
  ): Promise<SpokenEntry[]> {
    if (limit <= 0 || maxEntries <= 0) return [];
    const { rows } = await RECENT(this.db.on(), {
      sessionKey,
      after,
      maxEntries,
      further: limit - 1,
      alsoCounted: isHeardCounted ? 'heard' : 'turn',
    });
    return rows.reverse();
  }

  /**
   * Has a message say what its author made of it.
   * @returns false when it is not remembered, is somebody else's, or lies further back than any history reaches.
   */
  async rewrite(tx: Tx, { event, messageId, text }: AuthorsChange): Promise<boolean> {
    const { channel, account, conversation, sender } = event;
    const { numUpdatedRows } = await this.db
      .on(tx)
      .updateTable('transcript')
      .set({ text })
      .where('remote_id', '=', messageId)
      .where('sender_id', '=', sender.id)
      .where('seq', 'in', (eb) =>
        eb
          .selectFrom('transcript')
          .select('seq')
          .where('channel', '=', channel)
          .where('account', '=', account)
          .where('conversation_id', '=', conversation.id)
          .orderBy('seq', 'desc')
          .limit(REWRITABLE),
      )
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
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

/** The id of what was said, and of the message it answers or is about. */
function messagesOf(event: InboundEvent): { id?: string; about?: string | undefined } {
  if (event.kind === 'message') return { id: event.messageId, about: event.replyTo };
  if (event.kind === 'card-answer') return { about: event.messageId };
  return 'messageId' in event.change ? { about: event.change.messageId } : {};
}
