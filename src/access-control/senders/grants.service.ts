import { Injectable } from '@nestjs/common';
import { Clock, GatehouseError, newId } from '../../common/index.js';
import { Database, type Tx } from '../../persistence/index.js';
import type { Actor } from '../actor/actor.js';
import { type AuditChange, type AuditValues, ending, making } from '../audit/audit-change.js';
import { AuditLog } from '../audit/audit-log.repository.js';
import { Identities } from './identities.service.js';
import {
  type Grant,
  type GrantCount,
  type GrantFilter,
  GrantRepository,
  type SenderKey,
} from './grant.repository.js';

export interface NewGrant extends SenderKey {
  readonly senderName?: string | null;
  readonly source: Grant['source'];
  /** The user that the sender is linked to. */
  readonly userId?: string | undefined;
}

/** Grants of individual senders. */
@Injectable()
export class Grants {
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly db: Database,
    private readonly repository: GrantRepository,
    private readonly identities: Identities,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** When the sender was let in, epoch ms; undefined when they were not. */
  since(sender: SenderKey): Promise<number | undefined> {
    return this.repository.madeAt(sender);
  }

  /** The senders in the list who have a grant now. Makes one query, or none for an empty list. */
  async among<S extends SenderKey>(senders: readonly S[]): Promise<ReadonlySet<S>> {
    if (senders.length === 0) return new Set();
    const found = new Set((await this.repository.near(senders)).map(nameOf));
    return new Set(senders.filter((sender) => found.has(nameOf(sender))));
  }

  /**
   * Lets a sender in; makes no second grant for one who already has access.
   * @throws GatehouseError NOT_FOUND for an unknown user; CONFLICT for a sender who is linked to another user
   */
  async add(tx: Tx, actor: Actor, wanted: NewGrant): Promise<Grant | undefined> {
    const grant = await this.insert(tx, actor, wanted);
    if (wanted.userId !== undefined) await this.identities.link(tx, actor, wanted.userId, wanted);
    return grant;
  }

  /** Calls `listener` after each new grant, once it is durable; the listener must not throw. */
  onAdded(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** @throws GatehouseError CONFLICT when the sender already has one. */
  async create(actor: Actor, wanted: SenderKey): Promise<Grant> {
    const grant = await this.db.transaction((tx) => this.add(tx, actor, { ...wanted, source: 'operator' }));
    if (!grant)
      throw new GatehouseError(
        'CONFLICT',
        'This sender already has a grant.',
        'sender_id already has a grant',
      );
    return grant;
  }

  /** Takes effect with the sender's next message. @throws GatehouseError NOT_FOUND */
  async remove(actor: Actor, id: string): Promise<void> {
    const removed = await this.db.transaction(async (tx) => {
      const grant = await this.repository.delete(tx, id);
      if (grant) await this.record(tx, actor, { action: 'grant.removed', grant, changed: ending });
      return grant;
    });
    if (!removed) throw new GatehouseError('NOT_FOUND', 'No such grant.', 'no grant has this id');
  }

  list(filter: GrantFilter): Promise<readonly Grant[]> {
    return this.repository.page(filter);
  }

  /** The number of each account that has any. */
  countByAccount(): Promise<readonly GrantCount[]> {
    return this.repository.countByAccount();
  }

  private async insert(tx: Tx, actor: Actor, wanted: NewGrant): Promise<Grant | undefined> {
    const now = this.clock.now();
    const grant = await this.repository.insert(tx, {
      id: newId('grt', now),
      channel: wanted.channel,
      account: wanted.account,
      senderId: wanted.senderId,
      senderName: wanted.senderName ?? null,
      source: wanted.source,
      createdAt: now,
      createdBy: actor.id,
    });
    if (!grant) return undefined;
    await this.record(tx, actor, { action: 'grant.added', grant, changed: making });
    for (const listener of this.listeners) tx.afterCommit(listener);
    return grant;
  }

  private record(tx: Tx, actor: Actor, { action, grant, changed }: GrantAct): Promise<void> {
    const { id: subject, channel, account, senderId, source } = grant;
    const details = { channel, account, sender_id: senderId, source };
    return this.audit.record(tx, actor, { action, subject, details, change: changed(details) });
  }
}

interface GrantAct {
  readonly action: string;
  readonly grant: Grant;
  readonly changed: (values: AuditValues) => AuditChange;
}

const nameOf = ({ channel, account, senderId }: SenderKey): string =>
  JSON.stringify([channel, account, senderId]);
