import { Injectable, Logger } from '@nestjs/common';
import {
  ConnectorRegistry,
  type InboundEvent,
  sendsReadReceipts,
  showsTyping,
  targetOf,
} from '../channels/index.js';
import { aboutMessage, errorText } from '../common/index.js';
import { SentSignals } from '../delivery/index.js';

/** The share of the indicator's life after which it is renewed, shortly before the remote removes it. */
const RENEW_MARGIN = 0.8;

/** A message of ours removes the indicator; it is shown again after this time, ms (imbridge-wire 5.5). */
const AGAIN_MS = 150;

/**
 * Sends the read receipt and the typing indicator of a turn: best effort, never waited for, never an error (DESIGN 4).
 */
@Injectable()
export class Presence {
  private readonly logger = new Logger('Presence');

  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly sent: SentSignals,
  ) {}

  /**
   * Shows that the message was read and is being answered, until the turn ends or its answer is no longer wanted.
   * Messages that the turn sends meanwhile (a block, a tool's message) remove the indicator, so it is shown again.
   * @returns the function that ends it: nothing is shown afterwards, so that the indicator does not outlive the answer.
   * Never throws.
   */
  begin(message: InboundEvent, signal: AbortSignal): () => void {
    this.try(message, () => this.markRead(message));
    const connector = this.registry.find(message.channel);
    if (!connector || !showsTyping(connector) || signal.aborted) return () => undefined;
    const show = () => this.try(message, () => connector.typing(targetOf(message)));
    show();
    const renewal = setInterval(show, connector.typingTtlMs * RENEW_MARGIN);
    const endAgain = this.showAgain(message, show);
    const end = () => {
      clearInterval(renewal);
      endAgain();
    };
    signal.addEventListener('abort', end, { once: true });
    return () => {
      end();
      signal.removeEventListener('abort', end);
    };
  }

  /** Shows the indicator again once for messages that are sent close together. */
  private showAgain(message: InboundEvent, show: () => void): () => void {
    let again: NodeJS.Timeout | undefined;
    const endListening = this.sent.listen(targetOf(message), () => {
      again ??= setTimeout(() => {
        again = undefined;
        show();
      }, AGAIN_MS);
    });
    return () => {
      endListening();
      clearTimeout(again);
    };
  }

  private async markRead(message: InboundEvent): Promise<void> {
    const connector = this.registry.get(message.channel);
    const { sendReadReceipts } = this.registry.account(message.channel, message.account);
    if (sendReadReceipts && sendsReadReceipts(connector)) await connector.markRead(targetOf(message));
  }

  private try({ conversation }: InboundEvent, courtesy: () => Promise<void>): void {
    // Errors are ignored, whether thrown at once or later.
    Promise.try(courtesy).catch((error: unknown) =>
      this.logger.debug(
        aboutMessage(`typing or read receipt failed: ${errorText(error)}`, {
          conversationId: conversation.id,
        }),
      ),
    );
  }
}
