import { Injectable } from '@nestjs/common';
import type { OutboundContent, RemoteMessageId, Target, ThreadId } from '../../channels/index.js';
import { firstIdAt } from '../../common/index.js';
import { Database, prepared } from '../../persistence/index.js';
import {
  type Delivery,
  type MessageScope,
  type OurMessage,
  targetOfRow,
  toDelivery,
} from '../records/delivery.js';

type RemoteMessage = Pick<Target, 'channel' | 'account'> & { readonly remoteId: string };

const FIND = prepared((sql, { channel, account, remoteId }: RemoteMessage) =>
  sql
    .selectFrom('deliveries')
    .select('id')
    .where('channel', '=', channel)
    .where('account', '=', account)
    .where('remote_id', '=', remoteId)
    .limit(1),
);

const FIND_IN_CONVERSATION = prepared(
  (sql, { channel, account, remoteId, conversation }: RemoteMessage & Pick<Target, 'conversation'>) =>
    sql
      .selectFrom('deliveries')
      .select('id')
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('remote_id', '=', remoteId)
      .where('conversation_id', '=', conversation)
      .limit(1),
);

/** Finds deliveries by the ids that the remote gave their messages. */
@Injectable()
export class OurMessagesRepository {
  constructor(private readonly db: Database) {}

  /** Whether a remote message is one of ours. */
  async isOurs(scope: MessageScope, remoteId: RemoteMessageId): Promise<boolean> {
    const { channel, account, conversation } = scope;
    const wanted = { channel, account, remoteId };
    const db = this.db.on();
    const { rows } = await (conversation === undefined
      ? FIND(db, wanted)
      : FIND_IN_CONVERSATION(db, { ...wanted, conversation }));
    return rows.length > 0;
  }

  /** The target that a remote message of ours was sent to. */
  async targetOfMessage(
    { channel, account }: Omit<Target, 'conversation'>,
    remoteId: RemoteMessageId,
  ): Promise<Target | undefined> {
    const row = await this.db
      .on()
      .selectFrom('deliveries')
      .select(['channel', 'account', 'conversation_id', 'thread_id'])
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('remote_id', '=', remoteId)
      .limit(1)
      .executeTakeFirst();
    return row && targetOfRow(row);
  }

  /** The messages of ours among some remote messages of one conversation. */
  async oursAmong(
    target: Target,
    remoteIds: readonly RemoteMessageId[],
  ): Promise<ReadonlyMap<RemoteMessageId, OurMessage>> {
    const rows = await this.db
      .on()
      .selectFrom('deliveries')
      .select(['remote_id', 'content', 'event_id', 'thread_id'])
      .where('channel', '=', target.channel)
      .where('account', '=', target.account)
      .where('remote_id', 'in', remoteIds)
      .where('conversation_id', '=', target.conversation)
      .execute();
    return new Map(
      rows.map(({ remote_id, content, event_id: eventId, thread_id }) => [
        remote_id as RemoteMessageId,
        {
          content: JSON.parse(content) as OutboundContent,
          eventId,
          thread: (thread_id ?? undefined) as ThreadId | undefined,
        },
      ]),
    );
  }

  /** Deliveries to one conversation, created since then (epoch ms), that were sent or may have been; oldest first. */
  async goneTo(target: Target, since: number): Promise<readonly Delivery[]> {
    const rows = await this.db
      .on()
      .selectFrom('deliveries')
      .selectAll()
      .where('id', '>=', firstIdAt('dlv', since))
      .where('channel', '=', target.channel)
      .where('account', '=', target.account)
      .where('conversation_id', '=', target.conversation)
      .where('state', 'in', ['sending', 'unknown', 'sent'])
      .orderBy('id')
      .execute();
    return rows.map(toDelivery);
  }

  /** Whether any delivery to one conversation is not yet over. */
  async isAnyOpen({ channel, account, conversation }: Target): Promise<boolean> {
    const row = await this.db
      .on()
      .selectFrom('deliveries')
      .select('id')
      .where('state', 'in', ['queued', 'sending', 'unknown'])
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('conversation_id', '=', conversation)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  }
}
