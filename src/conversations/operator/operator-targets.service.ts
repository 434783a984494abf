import { Injectable } from '@nestjs/common';
import {
  type AccountId,
  type ChannelConnector,
  ConnectorRegistry,
  type ConversationId,
  type MessageRef,
  type RemoteMessageId,
  readsMessageIds,
  resolvesTargets,
  type Target,
  TargetUnclear,
} from '../../channels/index.js';
import { GatehouseError } from '../../common/index.js';
import { Deliveries } from '../../delivery/index.js';
import { ShortIds } from '../sessions/short-ids.js';
import { invalid, type Where } from './requests.js';

/** How long a remote may take to say which conversation is meant. */
const RESOLVE_MS = 15_000;

/** Finds out which place and which message an operator means. */
@Injectable()
export class OperatorTargets {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly shortIds: ShortIds,
    private readonly deliveries: Deliveries,
  ) {}

  /** @throws GatehouseError NOT_FOUND for a channel, account or target there is not; INVALID_REQUEST without target */
  async placeOf({ channel, account: name, target: text }: Where): Promise<Target> {
    const { account } = this.registry.accountNamed(channel, name);
    if (text === undefined) throw invalid('target is required');
    const connector = this.registry.get(channel);
    const conversation = await this.resolve(connector, account, text);
    if (conversation !== undefined) return { channel: connector.channel, account, conversation };
    throw notFound(`target names no conversation of ${channel}, as far as can be told now`);
  }

  private async resolve(
    connector: ChannelConnector,
    account: AccountId,
    text: string,
  ): Promise<ConversationId | undefined> {
    if (!resolvesTargets(connector)) return undefined;
    try {
      return await connector.resolveTarget(account, text, AbortSignal.timeout(RESOLVE_MS));
    } catch (error) {
      throw error instanceof TargetUnclear ? notFound(`target: ${error.message}`) : error;
    }
  }

  /**
   * A message by either form of its id. One of ours says itself where it is; of others we may know nothing, so that
   * the service has to say whether they are there.
   * @throws GatehouseError as placeOf; INVALID_REQUEST for a message that is not there
   */
  async messageOf(where: Where, given: string): Promise<MessageRef> {
    const connector = this.registry.get(where.channel);
    const isShort = /^#?\d{1,9}$/.test(given);
    const { messageId: id, ...part } =
      isShort || !readsMessageIds(connector) ? { messageId: given } : connector.readMessageId(given);
    if (where.target === undefined) return { ...(await this.ownMessage(where, id)), ...part };
    const target = await this.placeOf(where);
    const messageId = this.shortIds.fullOf(target, id);
    if (messageId === undefined) throw invalid('message_id is no longer known: use the full id');
    const known = await this.deliveries.placeOf(target, messageId);
    if (known === undefined || known.conversation === target.conversation)
      return { target, messageId, ...part };
    throw invalid('message_id names a message of another conversation');
  }

  private async ownMessage({ channel, account: name }: Where, id: string): Promise<MessageRef> {
    const { account } = this.registry.accountNamed(channel, name);
    const messageId = id as RemoteMessageId;
    const place = { channel: this.registry.get(channel).channel, account };
    const target = await this.deliveries.placeOf(place, messageId);
    if (target) return { target, messageId };
    throw invalid('target is required: message_id is not the full id of a message we sent');
  }
}

const notFound = (details: string): GatehouseError =>
  new GatehouseError('NOT_FOUND', 'No such target.', details);
