import { Injectable } from '@nestjs/common';
import { Database, type Row, type Tx } from '../../persistence/index.js';
import { AccountCache } from '../account-cache.js';

/** A stored permission: this sender may write to the assistant in direct messages of this account. Never opens a group. */
export interface Grant {
  readonly id: string;
  readonly channel: string;
  readonly account: string;
  readonly senderId: string;
  readonly senderName: string | null;
  readonly source: 'pairing' | 'operator';
  readonly createdAt: number;
  readonly createdBy: string;
}

/** The grants for one account, whether or not it is configured. */
export interface GrantCount {
  readonly channel: string;
  readonly account: string;
  readonly count: number;
}

export interface SenderKey {
  readonly channel: string;
  readonly account: string;
  readonly senderId: string;
}

/** Which grants a page has: all that is left out matches. */
export interface GrantFilter extends Partial<SenderKey> {
  readonly after?: string;
  readonly limit: number;
}

@Injectable()
export class GrantRepository {
  constructor(
    private readonly db: Database,
    private readonly cache: AccountCache,
  ) {}

  /** When the sender was let in, epoch ms; undefined when they were not. */
  async madeAt({ channel, account, senderId }: SenderKey): Promise<number | undefined> {
    const row = await this.db
      .on()
      .selectFrom('grants')
      .select('created_at')
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('sender_id', '=', senderId)
      .executeTakeFirst();
    return row?.created_at;
  }

  /** Returns a superset of the grants of these senders: it may contain grants of others. */
  async near(senders: readonly SenderKey[]): Promise<readonly SenderKey[]> {
    const some = (key: keyof SenderKey) => [...new Set(senders.map((each) => each[key]))];
    const rows = await this.db
      .on()
      .selectFrom('grants')
      .select(['channel', 'account', 'sender_id'])
      .where('channel', 'in', some('channel'))
      .where('account', 'in', some('account'))
      .where('sender_id', 'in', some('senderId'))
      .execute();
    return rows.map(({ channel, account, sender_id: senderId }) => ({ channel, account, senderId }));
  }

  /** Undefined when the sender already has one. */
  async insert(tx: Tx, grant: Grant): Promise<Grant | undefined> {
    const row = await this.db
      .on(tx)
      .insertInto('grants')
      .values({
        id: grant.id,
        channel: grant.channel,
        account: grant.account,
        sender_id: grant.senderId,
        sender_name: grant.senderName,
        source: grant.source,
        created_at: grant.createdAt,
        created_by: grant.createdBy,
      })
      .onConflict((conflict) => conflict.columns(['channel', 'account', 'sender_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    return row && grant;
  }

  /** Also unlinks the sender from their user. */
  async delete(tx: Tx, id: string): Promise<Grant | undefined> {
    this.cache.forgetAfter(tx);
    const row = await this.db
      .on(tx)
      .deleteFrom('grants')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    return row && toGrant(row);
  }

  /** Only of accounts that have any. */
  async countByAccount(): Promise<readonly GrantCount[]> {
    const rows = await this.db
      .on()
      .selectFrom('grants')
      .select((eb) => ['channel', 'account', eb.fn.countAll<number | string>().as('count')])
      .groupBy(['channel', 'account'])
      .orderBy('channel')
      .orderBy('account')
      .execute();
    return rows.map((row) => ({ ...row, count: Number(row.count) }));
  }

  /** Ordered by id, which is the order of creation. */
  async page({ channel, account, senderId, after, limit }: GrantFilter): Promise<readonly Grant[]> {
    let query = this.db.on().selectFrom('grants').selectAll().orderBy('id').limit(limit);
    if (channel !== undefined) query = query.where('channel', '=', channel);
    if (account !== undefined) query = query.where('account', '=', account);
    if (senderId !== undefined) query = query.where('sender_id', '=', senderId);
    if (after !== undefined) query = query.where('id', '>', after);
    return (await query.execute()).map(toGrant);
  }
}

function toGrant(row: Row<'grants'>): Grant {
  return {
    id: row.id,
    channel: row.channel,
    account: row.account,
    senderId: row.sender_id,
    senderName: row.sender_name,
    source: row.source,
    createdAt: row.created_at,
    createdBy: row.created_by,
  };
}
