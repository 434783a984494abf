import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '../../persistence/index.js';
import { AccountCache, type ExactCache } from '../account-cache.js';
import type { SenderKey } from './grant.repository.js';
import type { Identity } from '../users/user.repository.js';

@Injectable()
export class IdentityRepository {
  private readonly owners: ExactCache<string>;

  constructor(
    private readonly db: Database,
    private readonly cache: AccountCache,
  ) {
    this.owners = cache.open();
  }

  /** The id of the user that the sender is linked to. */
  async ownerOf(tx: Tx | undefined, { channel, account, senderId }: SenderKey): Promise<string | undefined> {
    const row = await this.db
      .on(tx)
      .selectFrom('user_identities')
      .select('user_id')
      .where('channel', '=', channel)
      .where('account', '=', account)
      .where('sender_id', '=', senderId)
      .executeTakeFirst();
    return row?.user_id;
  }

  /** The same as committed, '' for none; remembered where that is exact. */
  async knownOwnerOf(sender: SenderKey): Promise<string> {
    const key = JSON.stringify([sender.channel, sender.account, sender.senderId]);
    return (await this.owners.get(key, async () => (await this.ownerOf(undefined, sender)) ?? '')) ?? '';
  }

  sendersOf(userId: string): Promise<SenderKey[]> {
    return this.db
      .on()
      .selectFrom('user_identities')
      .select(['channel', 'account', 'sender_id as senderId'])
      .where('user_id', '=', userId)
      .execute();
  }

  /** The sender's name at the time of the grant; undefined for a sender without one. */
  async grantedName(tx: Tx, sender: SenderKey): Promise<Pick<Identity, 'displayName'> | undefined> {
    return this.db
      .on(tx)
      .selectFrom('grants')
      .select('sender_name as displayName')
      .where('channel', '=', sender.channel)
      .where('account', '=', sender.account)
      .where('sender_id', '=', sender.senderId)
      .executeTakeFirst();
  }

  async insert(tx: Tx, userId: string, identity: Identity): Promise<void> {
    this.cache.forgetAfter(tx);
    const row = {
      id: identity.id,
      user_id: userId,
      channel: identity.channel,
      account: identity.account,
      sender_id: identity.senderId,
      display_name: identity.displayName,
      linked_at: identity.linkedAt,
    };
    await this.db.on(tx).insertInto('user_identities').values(row).execute();
  }

  async delete(tx: Tx, userId: string, id: string): Promise<void> {
    this.cache.forgetAfter(tx);
    await this.db
      .on(tx)
      .deleteFrom('user_identities')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute();
  }
}
