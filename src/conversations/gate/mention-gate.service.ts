import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, type InboundMessage, targetOf } from '../../channels/index.js';
import { OurMessages } from '../../delivery/index.js';
import { CommandReader } from '../inbox/command-reader.js';
import { MentionPatterns } from '../inbox/mention-patterns.js';
import { SenderGate } from './sender-gate.service.js';
import { agentOf } from '../sessions/session-key.js';
import type { StoredEvent } from '../inbox/stored-event.js';

/** Decides whether a group message is addressed to the assistant (spec 2-imbridge "Mention gating", DESIGN 7). */
@Injectable()
export class MentionGate {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly senders: SenderGate,
    private readonly commands: CommandReader,
    private readonly patterns: MentionPatterns,
    private readonly ourMessages: OurMessages,
  ) {}

  /**
   * A command needs no mention if its sender may give commands. Nor does the use of one of our cards, which is like a
   * reply to it. An event that is not a message never starts a turn, with or without a mention.
   */
  async isMeant({ event, sessionKey }: StoredEvent): Promise<boolean> {
    if (event.conversation.kind === 'direct' || event.kind !== 'message') return true;
    const settings = this.registry.account(event.channel, event.account);
    if (!settings.group(event.conversation).requireMention) return true;
    return this.isOrder({ event, sessionKey }) || this.isMentioned(event, sessionKey);
  }

  /** Whether it is a command from a sender who may give commands. */
  isOrder({ event, sessionKey }: Pick<StoredEvent, 'event' | 'sessionKey'>): boolean {
    return this.commands.read(event, sessionKey) !== undefined && this.senders.isAuthorized(event);
  }

  /**
   * A message mentions the assistant natively, by replying to a message of ours, or by matching one of the agent's
   * patterns.
   */
  private async isMentioned(message: InboundMessage, sessionKey: string): Promise<boolean> {
    if (message.mentionsUs || this.patterns.matches(message.text, agentOf(sessionKey))) return true;
    if (message.replyTo === undefined) return false;
    return this.ourMessages.isOurs(targetOf(message), message.replyTo);
  }
}
