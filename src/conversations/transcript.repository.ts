import { Injectable } from '@nestjs/common';
import type { InboundMessage } from '../channels/index.js';
import { newId } from '../common/index.js';
import {
  Database,
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
  readonly message: InboundMessage;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly at: number;
}

/** One thing that was said, and by whom. */
export interface SpokenEntry {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly senderId: string | null;
  readonly senderName: string | null;
}

const APPEND = preparedChange((sql, entry: Omit<Row<'transcript'>, 'seq'>) =>
  sql.insertInto('transcript').values({
    ...pick(entry, 'id', 'session_key', 'channel', 'account', 'conversation_id', 'event_id', 'created_at'),
    ...pick(entry, 'role', 'sender_id', 'sender_name', 'text', 'remote_id'),
  }),
);

const RECENT = prepared((sql, { sessionKey, limit }: { sessionKey: string; limit: number }) =>
  sql
    .selectFrom('transcript')
    .select(['role', 'text', 'sender_id as senderId', 'sender_name as senderName'])
    .where('session_key', '=', sessionKey)
    .orderBy('seq', 'desc')
    .limit(limit),
);

const TOUCH_CONVERSATION = preparedChange((sql, place: Row<'conversations'>) =>
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

  async append(tx: Tx, { sessionKey, eventId, message, role, text, at }: TranscriptEntry): Promise<void> {
    const isUser = role === 'user';
    await APPEND(this.db.on(tx), {
      id: newId('msg', at),
      session_key: sessionKey,
      channel: message.channel,
      account: message.account,
      conversation_id: message.conversation.id,
      role,
      sender_id: isUser ? message.sender.id : null,
      sender_name: isUser ? (message.sender.name ?? null) : null,
      text,
      remote_id: isUser ? message.messageId : null,
      event_id: eventId,
      created_at: at,
    });
  }

  /** The last `limit` entries of a session, oldest first. */
  async recent(sessionKey: string, limit: number): Promise<SpokenEntry[]> {
    if (limit <= 0) return [];
    const { rows } = await RECENT(this.db.on(), { sessionKey, limit });
    return rows.reverse();
  }

  async touchConversation(
    tx: Tx,
    { channel, account, conversation }: InboundMessage,
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
    const { numDeletedRows } = await this.db
      .on(tx)
      .deleteFrom('transcript')
      .where('seq', 'in', (eb) =>
        eb
          .selectFrom('transcript')
          .select('seq')
          .where('created_at', '<', before)
          .orderBy('created_at')
          .limit(limit),
      )
      .executeTakeFirstOrThrow();
    return Math.max(Number(numDeletedRows), await this.deleteSilent(tx, before, limit));
  }

  private async deleteSilent(tx: Tx, before: number, limit: number): Promise<number> {
    const { numDeletedRows } = await this.db
      .on(tx)
      .deleteFrom('conversations')
      .where('last_message_at', '<', before)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('conversations')
          .select('id')
          .where('last_message_at', '<', before)
          .orderBy('last_message_at')
          .limit(limit),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}
