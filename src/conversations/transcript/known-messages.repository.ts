import { Injectable } from '@nestjs/common';
import type { RemoteMessageId, Target, ThreadId } from '../../channels/index.js';
import { Database, type Tx } from '../../persistence/index.js';

/** The last entries of a conversation, searched for a message: as many as its author may change. */
const SEARCHED = 10_000;

/** Looks up, in the transcript, conversations and messages that tools and operators name. */
@Injectable()
export class KnownMessagesRepository {
  constructor(private readonly db: Database) {}

  /** Whether a person's message with that id was written there. */
  async holds(place: Target, messageId: RemoteMessageId): Promise<boolean> {
    return (await this.find(place, messageId)) !== undefined;
  }

  /** The thread of a person's message; undefined when that is unknown, or it is in none. */
  async threadOf(place: Target, messageId: RemoteMessageId): Promise<ThreadId | undefined> {
    const thread = (await this.find(place, messageId))?.thread_id ?? undefined;
    return thread as ThreadId | undefined;
  }

  /** The session of the last message there. */
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
