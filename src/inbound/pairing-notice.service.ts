import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type AccountId,
  type ChannelId,
  ConnectorRegistry,
  type ConversationId,
  type ThreadId,
} from '../channels/index.js';
import { MessagesConfig } from '../config/index.js';
import { Outbox } from '../delivery/index.js';
import { type PairingRequest, PairingService } from '../pairing/index.js';
import type { Tx } from '../persistence/index.js';

/** Tells senders who were let in, in the chat where they asked (`messages.approvalNotice`). */
@Injectable()
export class PairingNotice implements OnModuleInit {
  constructor(
    private readonly pairing: PairingService,
    private readonly registry: ConnectorRegistry,
    private readonly outbox: Outbox,
    private readonly messages: MessagesConfig,
  ) {}

  onModuleInit(): void {
    this.pairing.onLetIn((tx, request) => this.tell(tx, request));
  }

  /** Runs in the transaction of the pairing decision, so there is exactly one notice for it, or neither. */
  private async tell(tx: Tx, request: PairingRequest): Promise<void> {
    const { askedIn } = request;
    if (!this.messages.approvalNotice || !askedIn || !this.isAnswered(request)) return;
    const target = {
      channel: request.channel as ChannelId,
      account: request.account as AccountId,
      conversation: askedIn.conversationId as ConversationId,
      ...(askedIn.threadId !== undefined && { thread: askedIn.threadId as ThreadId }),
    };
    await this.outbox.add(tx, { target, content: { kind: 'text', text: NOTICE }, author: 'gateway' });
  }

  /** Whether the account still exists and answers anyone. */
  private isAnswered({ channel, account }: PairingRequest): boolean {
    const settings = this.registry.findAccount(channel as ChannelId, account as AccountId);
    return settings !== undefined && settings.dmPolicy !== 'disabled';
  }
}

/** Earlier messages were not kept: tells the sender, so that they do not wait for an answer. */
const NOTICE = 'You now have access. Your earlier messages were not read: please send them again.';
