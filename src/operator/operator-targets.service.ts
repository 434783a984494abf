import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, type MessageRef, type RemoteMessageId, type Target } from '../channels/index.js';
import { GatehouseError } from '../common/index.js';
import { OurMessages } from '../delivery/index.js';
import { OrderLookup, ShortIds } from '../conversations/index.js';
import type { Where } from './requests.js';

/** How long a remote may take to identify a conversation. */
const RESOLVE_MS = 15_000;

/** Finds the conversation and the message that an operator names. */
@Injectable()
export class OperatorTargets {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly shortIds: ShortIds,
    private readonly ourMessages: OurMessages,
    private readonly lookup: OrderLookup,
  ) {}

  /**
   * The target, with a thread if the operator names one.
   * @throws GatehouseError NOT_FOUND for an unknown channel, account or target; INVALID_REQUEST without target, or for
   * a thread where there are none
   */
  async find({ channel, account: name, target: text }: Where): Promise<Target> {
    const { account } = this.registry.accountNamed(channel, name);
    if (text === undefined) throw GatehouseError.invalidField('target', 'is required', 'required');
    const { channel: known } = this.registry.get(channel);
    const signal = AbortSignal.timeout(RESOLVE_MS);
    const place = await this.lookup.place({ channel: known, account }, text, signal);
    if (place === undefined) throw notFound(`target does not match a known conversation of ${channel}`);
    if (!('text' in place)) return { channel: known, account, ...place };
    const message = `target: ${place.text}`;
    if (!place.isInvalid) throw notFound(message);
    throw GatehouseError.invalidFields([{ field: 'target', code: 'invalid', message }]);
  }

  /**
   * Finds a message by either form of its id. The conversation of our own messages is known; other people's messages
   * may be unknown here, so the service has to say whether they exist.
   * @throws GatehouseError as find; INVALID_REQUEST for a message that does not exist, or not in the named thread
   */
  async findMessage(where: Where, given: string): Promise<MessageRef> {
    const { id, ...part } = this.lookup.messageId(where.channel, given);
    if (where.target === undefined) return { ...(await this.ownMessage(where, id)), ...part };
    const target = await this.find(where);
    const messageId = this.shortIds.fullOf(target, id);
    if (messageId === undefined)
      throw GatehouseError.invalidField('message_id', 'is no longer known: use the full id');
    const known = await this.ourMessages.targetOfMessage(target, messageId);
    if (known !== undefined && known.conversation !== target.conversation)
      throw GatehouseError.invalidField('message_id', 'belongs to another conversation');
    if (await this.lookup.isInOtherThread(target, messageId))
      throw GatehouseError.invalidField('message_id', 'belongs to another thread');
    return { target, messageId, ...part };
  }

  private async ownMessage({ channel, account: name }: Where, id: string): Promise<MessageRef> {
    const { account } = this.registry.accountNamed(channel, name);
    const messageId = id as RemoteMessageId;
    const of = { channel: this.registry.get(channel).channel, account };
    const target = await this.ourMessages.targetOfMessage(of, messageId);
    if (target) return { target, messageId };
    throw GatehouseError.invalidField(
      'target',
      'is required, because message_id is not the full id of a message sent by the gateway',
      'required',
    );
  }
}

const notFound = (details: string): GatehouseError =>
  new GatehouseError('NOT_FOUND', 'No such target.', details);
