import { Injectable } from '@nestjs/common';
import { type Actor, type Grant, Grants, type SenderKey } from '../access-control/index.js';
import {
  type AccountId,
  type ChannelConnector,
  ConnectorRegistry,
  DEFAULT_ACCOUNT,
  normalizesSenders,
} from '../channels/index.js';
import { GatehouseError } from '../common/index.js';
import type { NewGrantDto } from './dto/grant.dto.js';

/** Turns what an operator typed into a grant that inbound messages will match. */
@Injectable()
export class GrantRequests {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly grants: Grants,
  ) {}

  /**
   * @throws GatehouseError NOT_FOUND for a channel or account nobody serves, INVALID_REQUEST for a sender that
   *   can't be, CONFLICT when the sender already has a grant.
   */
  async create(actor: Actor, wanted: NewGrantDto): Promise<Grant> {
    return this.grants.create(actor, this.senderKeyOf(wanted));
  }

  private senderKeyOf({ channel, account, sender_id }: NewGrantDto): SenderKey {
    const connector = this.registry.get(channel);
    const settings = this.registry.account(connector.channel, accountOf(connector, account));
    return { channel, account: settings.account, senderId: senderOf(connector, settings.account, sender_id) };
  }
}

function accountOf(connector: ChannelConnector, account: string | undefined): AccountId {
  if (account !== undefined) return account as AccountId;
  const [first, ...others] = connector.accounts();
  return first !== undefined && others.length === 0 ? first.account : DEFAULT_ACCOUNT;
}

/** A channel that has no form of its own for senders takes them as typed. */
function senderOf(connector: ChannelConnector, account: AccountId, text: string): string {
  const sender = normalizesSenders(connector) ? connector.normalizeSender(account, text) : text.trim();
  if (sender) return sender;
  const details = 'sender_id is not valid for this channel';
  throw new GatehouseError('INVALID_REQUEST', 'The request is not valid.', details);
}
