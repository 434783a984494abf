import { Injectable } from '@nestjs/common';
import { Clock, GatehouseError, newId } from '../../common/index.js';
import { Database, type Tx } from '../../persistence/index.js';
import type { Actor } from '../actor/actor.js';
import { ending, making } from '../audit/audit-change.js';
import { AuditLog } from '../audit/audit-log.repository.js';
import type { SenderKey } from './grant.repository.js';
import { IdentityRepository } from './identity.repository.js';
import type { User } from '../users/user.repository.js';
import { Users } from '../users/users.service.js';

/** Linking reads before it writes, so all processes do it one at a time. */
const LINKS = 'users:identities';

/**
 * The links between senders and users. Only a sender with a grant can be linked, and to one user only; the link ends
 * with the grant.
 */
@Injectable()
export class Identities {
  constructor(
    private readonly db: Database,
    private readonly repository: IdentityRepository,
    private readonly users: Users,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Links a sender to this user; does nothing when they are linked already.
   * @throws GatehouseError NOT_FOUND for an unknown user; CONFLICT for a sender without a grant, or linked to another
   * user
   */
  async link(tx: Tx, actor: Actor, userId: string, sender: SenderKey): Promise<void> {
    await this.db.lockScope(tx, LINKS);
    await this.users.read(tx, userId, 'user_id');
    const owner = await this.repository.ownerOf(tx, sender);
    if (owner === userId) return;
    if (owner !== undefined) throw conflict('sender_id is linked to another user');
    const granted = await this.repository.grantedName(tx, sender);
    if (!granted) throw conflict('sender_id has no grant');
    const now = this.clock.now();
    const { channel, account, senderId } = sender;
    const identity = { id: newId('idn', now), channel, account, senderId, ...granted, linkedAt: now };
    await this.repository.insert(tx, userId, identity);
    const details = about(sender);
    const entry = { action: 'user.linked', subject: userId, details, change: making(details) };
    await this.audit.record(tx, actor, entry);
  }

  /** The id of the user who a sender is; '' when they are linked to none. */
  userOf({ channel, account }: Pick<SenderKey, 'channel' | 'account'>, senderId: string): Promise<string> {
    return this.repository.knownOwnerOf({ channel, account, senderId });
  }

  /** The senders who are linked to a user. */
  sendersOf(userId: string): Promise<SenderKey[]> {
    return this.repository.sendersOf(userId);
  }

  /** Does the same as link, in a transaction of its own. @returns the user after the change */
  add(actor: Actor, userId: string, sender: SenderKey): Promise<User> {
    return this.db.transaction(async (tx) => {
      await this.users.read(tx, userId);
      await this.link(tx, actor, userId, sender);
      return this.users.read(tx, userId);
    });
  }

  /** The sender keeps the grant. @throws GatehouseError NOT_FOUND */
  async remove(actor: Actor, userId: string, id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const { identities } = await this.users.read(tx, userId);
      const identity = identities.find((each) => each.id === id);
      if (!identity)
        throw new GatehouseError('NOT_FOUND', 'No such identity.', 'no identity has this identity_id');
      await this.repository.delete(tx, userId, id);
      const details = about(identity);
      const entry = { action: 'user.unlinked', subject: userId, details, change: ending(details) };
      await this.audit.record(tx, actor, entry);
    });
  }
}

const conflict = (details: string): GatehouseError =>
  new GatehouseError('CONFLICT', 'This sender cannot be linked.', details);

const about = ({ channel, account, senderId }: SenderKey): Record<string, string> => ({
  channel,
  account,
  sender_id: senderId,
});
