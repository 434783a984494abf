import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, type InboundMessage, sendsReadReceipts, showsTyping } from '../channels/index.js';
import { targetOf } from './target-of.js';

/** Renew a little before the remote lets the indicator go. */
const RENEW_MARGIN = 0.8;

/** Read receipt and typing bubble of a turn: best effort, never waited for, never an error (DESIGN 4). */
@Injectable()
export class Presence {
  constructor(private readonly registry: ConnectorRegistry) {}

  /** Shows that we have read the message and are at work. @returns what ends it. */
  begin(message: InboundMessage): () => void {
    const connector = this.registry.get(message.channel);
    const target = targetOf(message);
    const { sendReadReceipts } = this.registry.account(message.channel, message.account);
    if (sendReadReceipts && sendsReadReceipts(connector)) void connector.markRead(target);
    if (!showsTyping(connector)) return () => undefined;
    void connector.typing(target);
    const renewal = setInterval(() => void connector.typing(target), connector.typingTtlMs * RENEW_MARGIN);
    return () => clearInterval(renewal);
  }
}
