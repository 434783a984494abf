import { Injectable } from '@nestjs/common';
import {
  ConnectorRegistry,
  type Place,
  readsMessageIds,
  type RemoteMessageId,
  resolvesTargets,
  type Target,
  TargetInvalid,
  TargetUnclear,
  type ThreadId,
} from '../../channels/index.js';
import { OurMessages } from '../../delivery/index.js';
import { KnownMessagesRepository } from '../transcript/known-messages.repository.js';
import { isPossible } from './actions.js';
import { withoutThread } from './message-order.js';

/** A text that does not identify one place; `text` follows the parameter's name. */
export interface Unclear {
  readonly text: string;
  /** Whether no such place can exist; otherwise it is not known, or not now. */
  readonly isInvalid?: boolean;
}

/**
 * Looks up the conversations and messages that orders name. Searches our own messages first, because they have an
 * index.
 */
@Injectable()
export class OrderLookup {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly ourMessages: OurMessages,
    private readonly repository: KnownMessagesRepository,
  ) {}

  /**
   * The conversation, and the thread if the text names one.
   * @returns undefined for a text that names no conversation of the channel, as far as is known now
   */
  async place(
    { channel, account }: Pick<Target, 'channel' | 'account'>,
    text: string,
    signal: AbortSignal,
  ): Promise<Place | Unclear | undefined> {
    const connector = this.registry.get(channel);
    if (!resolvesTargets(connector)) return undefined;
    try {
      const found = await connector.resolveTarget(account, text, signal);
      const place = typeof found === 'string' ? { conversation: found } : found;
      if (place?.thread === undefined || this.hasThreads({ channel, account, ...place })) return place;
      return { text: 'there are no threads', isInvalid: true };
    } catch (error) {
      if (error instanceof TargetUnclear)
        return { text: error.message, isInvalid: error instanceof TargetInvalid };
      throw error;
    }
  }

  /** Whether a message with that id was written there, by anyone or by us. */
  async holds(target: Target, messageId: RemoteMessageId): Promise<boolean> {
    const ours = await this.ourMessages.oursAmong(target, [messageId]);
    return ours.size > 0 || this.repository.holds(target, messageId);
  }

  /**
   * Whether a message can be edited or taken back, because the channel allows it for all messages or because it is
   * ours.
   */
  async mayChange(target: Target, messageId: RemoteMessageId): Promise<boolean> {
    if (this.registry.get(target.channel).changes !== 'own') return true;
    return (await this.ourMessages.oursAmong(target, [messageId])).size > 0;
  }

  /**
   * Reads an id in the service's spelling, or a short id, which stays as it is; returns the part of the message that it
   * names, too.
   */
  messageId(channel: string, id: string): { readonly id: string; readonly part?: number } {
    const connector = this.registry.get(channel);
    if (/^#?\d{1,9}$/.test(id) || !readsMessageIds(connector)) return { id };
    const { messageId, part } = connector.readMessageId(id);
    return part === undefined ? { id: messageId } : { id: messageId, part };
  }

  /** Whether posts have threads there. */
  hasThreads(target: Target): boolean {
    return isPossible(this.registry.get(target.channel).capabilities(target), 'threads');
  }

  /**
   * The target for an answer to a message: the message's own thread, as far as it is known, and no other.
   * @param style a `ReplyStyle`; `top-level` makes the answer a post of its own, in no thread
   */
  async answerTarget(target: Target, messageId: RemoteMessageId, style?: unknown): Promise<Target> {
    if (style === 'top-level') return withoutThread(target);
    if (!this.hasThreads(target)) return target;
    const thread = await this.threadOf(target, messageId);
    return { ...withoutThread(target), ...(thread === undefined ? {} : { thread }) };
  }

  /** Whether a message is known to be in another thread of the conversation than the target's. */
  async isInOtherThread(target: Target, messageId: RemoteMessageId): Promise<boolean> {
    // A post begins its own thread, so both have one id.
    if (target.thread === undefined || String(target.thread) === String(messageId)) return false;
    const thread = await this.threadOf(target, messageId);
    return thread !== undefined && thread !== target.thread;
  }

  /** The thread of a message, of anyone or ours, as far as it is known. */
  private async threadOf(target: Target, messageId: RemoteMessageId): Promise<ThreadId | undefined> {
    const ours = await this.ourMessages.oursAmong(target, [messageId]);
    const message = ours.get(messageId);
    return message ? message.thread : this.repository.threadOf(target, messageId);
  }
}
