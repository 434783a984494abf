import { Injectable } from '@nestjs/common';
import {
  type AccountId,
  type ChannelConnector,
  ConnectorRegistry,
  type ConversationId,
  DEFAULT_ACCOUNT,
  type InboundMessage,
} from '../../channels/index.js';
import { Clock, GatehouseError } from '../../common/index.js';
import { GatehouseConfig } from '../../config/index.js';
import { AccessJudge, type Judgement } from './access-judge.service.js';
import { type AccessPlace, detailsOf, messageFrom, senderIn } from './access-place.js';
import { PlacesRepository } from './places.repository.js';

/** Whose message, as an operator names them. */
export interface AccessQuestion {
  readonly channel: string;
  readonly account?: string | undefined;
  readonly senderId: string;
  /** As the channel names it, or `cnv_…`; their direct chat when it is absent. */
  readonly conversationId?: string | undefined;
}

/** The verdict on a message that someone would write now. */
export interface AccessAnswer extends Judgement {
  readonly channel: string;
  readonly account: string;
  readonly senderId: string;
  /** Null for a direct chat that does not exist yet. */
  readonly conversationId: string | null;
  /** The verdict on one with a mention of the assistant; null in a direct chat. */
  readonly withMention: Judgement | null;
}

/** Tells what a message of someone would get now, also of people never seen. Changes and counts nothing. */
@Injectable()
export class AccessCheck {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly config: GatehouseConfig,
    private readonly places: PlacesRepository,
    private readonly judge: AccessJudge,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws GatehouseError NOT_FOUND for a channel, account or conversation that is not known; INVALID_REQUEST for an
   * impossible sender or conversation
   */
  async answer(question: AccessQuestion): Promise<AccessAnswer> {
    const connector = this.registry.get(question.channel);
    const place = await this.placeOf(connector, question);
    const message = messageFrom(connector, place, this.clock.now());
    const { id, kind } = message.conversation;
    return {
      channel: connector.channel,
      account: place.account,
      senderId: place.sender,
      conversationId: id === '' ? null : id,
      ...(await this.judge.judge(message)),
      withMention: kind === 'direct' ? null : await this.judge.judge(mentioning(message)),
    };
  }

  private async placeOf(connector: ChannelConnector, question: AccessQuestion): Promise<AccessPlace> {
    const account = this.accountOf(connector, question.account);
    const sender = senderIn(connector, account, question.senderId);
    const conversation = await this.conversationOf(connector, account, question.conversationId);
    return { account, sender, details: await detailsOf(connector, { account, sender }, conversation) };
  }

  /** An account that is switched off is a reason, one that is not configured a mistake. */
  private accountOf(connector: ChannelConnector, name: string | undefined): AccountId {
    const { channel } = connector;
    const [first, ...others] = connector.accounts();
    const only = first !== undefined && others.length === 0 ? first.account : DEFAULT_ACCOUNT;
    const account = (name ?? only) as AccountId;
    const path = `channels.${channel}${account === DEFAULT_ACCOUNT ? '' : `.accounts.${account}`}`;
    const isKnown = this.registry.findAccount(channel, account) ?? this.config.rawAt(path);
    return isKnown === undefined ? this.registry.account(channel, account).account : account;
  }

  private async conversationOf(
    { channel }: ChannelConnector,
    account: AccountId,
    named: string | undefined,
  ): Promise<ConversationId | undefined> {
    if (named?.startsWith('cnv_') !== true) return named as ConversationId | undefined;
    const place = await this.places.find(named);
    if (place?.channel !== channel || place.account !== account)
      throw new GatehouseError(
        'NOT_FOUND',
        'No such conversation.',
        'no conversation of this account has this conversation_id',
      );
    return place.conversation_id as ConversationId;
  }
}

const mentioning = (message: InboundMessage): InboundMessage => ({ ...message, mentionsUs: true });
