import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, targetOf, type TextContent } from '../../../channels/index.js';
import { isPossible } from '../../outgoing/actions.js';
import type { StoredEvent, Utterance } from '../../inbox/stored-event.js';
import { NamedMessages } from '../tools/named-messages.service.js';
import type { ReplyWish } from './reply-tag.js';

/** The message to which an answer is attached. */
export type ReplyLink = Pick<TextContent, 'replyTo' | 'replyPart'>;

const NO_LINK: ReplyLink = {};

/** Finds the message to which an answer wants to reply. */
@Injectable()
export class ReplyLinks {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly named: NamedMessages,
  ) {}

  /**
   * None where the channel has no replies, where answers stand in the thread of their message anyway, and for an id that
   * names no message of the conversation: the answer itself matters more.
   */
  async linkFor({ event }: StoredEvent<Utterance>, wish: ReplyWish | undefined): Promise<ReplyLink> {
    if (wish === undefined) return NO_LINK;
    const target = targetOf(event);
    const capabilities = this.registry.get(event.channel).capabilities(target);
    if (!isPossible(capabilities, 'reply') || isPossible(capabilities, 'threads')) return NO_LINK;
    const current = event.kind === 'message' ? event.messageId : undefined;
    if (wish === 'current') return current === undefined ? NO_LINK : { replyTo: current };
    const found = await this.named.find(target, wish.id);
    if (typeof found === 'string') return NO_LINK;
    return { replyTo: found.messageId, ...(found.part === undefined ? {} : { replyPart: found.part }) };
  }
}
