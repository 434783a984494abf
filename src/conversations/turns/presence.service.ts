import { Injectable, Logger } from '@nestjs/common';
import {
  ConnectorRegistry,
  type InboundEvent,
  sendsReadReceipts,
  showsTyping,
} from '../../channels/index.js';
import { errorText } from '../../common/index.js';
import { targetOf } from '../target-of.js';

/** Renew a little before the remote lets the indicator go. */
const RENEW_MARGIN = 0.8;

/** Read receipt and typing bubble of a turn: best effort, never waited for, never an error (DESIGN 4). */
@Injectable()
export class Presence {
  private readonly logger = new Logger('Presence');

  constructor(private readonly registry: ConnectorRegistry) {}

  /** Shows that we have read the message and are at work. @returns what ends it. */
  begin(message: InboundEvent): () => void {
    const connector = this.registry.get(message.channel);
    const target = targetOf(message);
    const { sendReadReceipts } = this.registry.account(message.channel, message.account);
    if (sendReadReceipts && sendsReadReceipts(connector)) this.try(connector.markRead(target));
    if (!showsTyping(connector)) return () => undefined;
    const show = () => this.try(connector.typing(target));
    show();
    const renewal = setInterval(show, connector.typingTtlMs * RENEW_MARGIN);
    return () => clearInterval(renewal);
  }

  private try(courtesy: Promise<void>): void {
    courtesy.catch((error: unknown) =>
      this.logger.debug(`typing or read receipt failed: ${errorText(error)}`),
    );
  }
}
