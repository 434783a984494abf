import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, type RemoteMessageId, type Target } from '../../channels/index.js';
import type { Delivery, MessageScope, OurMessage } from '../records/delivery.js';
import { OurMessagesRepository } from './our-messages.repository.js';

/** Recognizes remote messages of ours, and knows the deliveries that are still on their way. */
@Injectable()
export class OurMessages {
  constructor(
    private readonly repository: OurMessagesRepository,
    private readonly registry: ConnectorRegistry,
  ) {}

  /** The scope in which ids of messages to or from this place are unique. */
  scopeOf(target: Target): MessageScope {
    return scopeOf(this.registry, target);
  }

  /** Whether a remote message of a conversation is one we sent. */
  isOurs(target: Target, messageId: RemoteMessageId): Promise<boolean> {
    return this.repository.isOurs(scopeOf(this.registry, target), messageId);
  }

  /** The target that a remote message of ours was sent to; undefined when it is not ours. */
  targetOfMessage(
    account: Pick<Target, 'channel' | 'account'>,
    messageId: RemoteMessageId,
  ): Promise<Target | undefined> {
    return this.repository.targetOfMessage(account, messageId);
  }

  /**
   * The messages of ours among some remote messages of one conversation, with their content. No query for an empty list.
   */
  async oursAmong(
    target: Target,
    remoteIds: readonly RemoteMessageId[],
  ): Promise<ReadonlyMap<RemoteMessageId, OurMessage>> {
    return remoteIds.length === 0 ? new Map() : this.repository.oursAmong(target, remoteIds);
  }

  /** Deliveries to a conversation, created since then (epoch ms), that were sent or may have been; oldest first. */
  goneTo(target: Target, since: number): Promise<readonly Delivery[]> {
    return this.repository.goneTo(target, since);
  }

  /** Whether any message is still on its way to a conversation. */
  areWaiting(target: Target): Promise<boolean> {
    return this.repository.isAnyOpen(target);
  }
}

/**
 * The scope in which the id of a message is unique: the whole account if all its message ids differ, otherwise the
 * conversation. Undefined when the conversation is needed but unknown.
 */
export function scopeOf(registry: ConnectorRegistry, message: Target): MessageScope;
export function scopeOf(registry: ConnectorRegistry, message: MessageScope): MessageScope | undefined;
export function scopeOf(registry: ConnectorRegistry, message: MessageScope): MessageScope | undefined {
  const { channel, account, conversation } = message;
  if (registry.find(channel)?.messageIds === 'global') return { channel, account };
  return conversation === undefined ? undefined : { channel, account, conversation };
}
