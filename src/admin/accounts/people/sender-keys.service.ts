import { Injectable } from '@nestjs/common';
import type { SenderKey } from '../../../access-control/index.js';
import { ConnectorRegistry, notASender, typedSender } from '../../../channels/index.js';
import type { SenderDto } from './sender.dto.js';

/** Turns an operator's input into the sender of inbound messages. */
@Injectable()
export class SenderKeys {
  constructor(private readonly registry: ConnectorRegistry) {}

  /**
   * @throws GatehouseError NOT_FOUND for a channel or account that is not served, INVALID_REQUEST for an impossible
   * sender
   */
  keyOf({ channel, account, sender_id }: SenderDto): SenderKey {
    const settings = this.registry.accountNamed(channel, account);
    const senderId = typedSender(this.registry.get(channel), settings.account, sender_id);
    if (senderId === undefined) throw notASender();
    return { channel, account: settings.account, senderId };
  }
}
