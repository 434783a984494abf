import { Injectable } from '@nestjs/common';
import type { RemoteMessageId, Target, ThreadId } from '../../channels/index.js';
import { Database, type Tx } from '../../persistence/index.js';

/** How many of a conversation's last entries are searched for a message: as many as its author can change. */
const SEARCHED = 10_000;

/** Finds conversations and messages in the transcript that tools and operators name. */
@Injectable()
export class KnownMessagesRepository {
  constructor(private readonly db: Database) {}

  /** Whether a person wrote a message with that id there. */
  async holds(place: Target, messageId: RemoteMessageId): Promise<boolean> {
    return (await this.find(place, messageId)) !== undefined;
  }

  /** The thread of a person's message; undefined when it is unknown or the message is in none. */
  async threadOf(place: Target, messageId: RemoteMessageId): Promise<ThreadId | undefined> {
    const thread = (await this.find(place, messageId))?.thread_id ?? undefined;
    return thread as ThreadId | undefined;
  }

  /** The session of the last message in this conversation. */
  async lastSession(tx: Tx, { channel, account, conversation }: Target): Promise<string | undefined> {
    const row = await this.db
      .on(tx)
      .selectFrom('transcript')
      .select('session_key')
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('conversation_id', '=', conversation)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.session_key;
  }

  private find({ channel, account, conversation }: Target, messageId: RemoteMessageId) {
    return this.db
      .on()
      .selectFrom('transcript')
      .select(['seq', 'thread_id'])
      .where('remote_id', '=', messageId)
      .where('seq', 'in', (eb) =>
        eb
          .selectFrom('transcript')
          .select('seq')
          .where('channel', '=', channel)
          .where('account', '=', account)
          .where('conversation_id', '=', conversation)
          .orderBy('id', 'desc')
          .limit(SEARCHED),
      )
      .limit(1)
      .executeTakeFirst();
  }
}
