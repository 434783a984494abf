import { Logger } from '@nestjs/common';
import type { AccountId, InboundSink, RemoteMessageId, SendReceipt } from '../../channels/index.js';
import { errorText } from '../../common/index.js';
import { IMBRIDGE } from '../ids/id.js';
import type { BridgeMessage } from '../service/messages/message.js';
import { appleFailure } from '../service/outcome.js';

const MAX_MESSAGES = 5_000;

/**
 * Receipts in the bridge's rows of our messages: stored, delivered, read or failed (wire E36, E38, E39). The sink gets
 * each one once; the memory of it is not persistent, because a repeat is harmless.
 */
export class Receipts {
  private readonly logger = new Logger(Receipts.name);
  /** The forwarded receipts of a message. */
  private readonly notified = new Map<RemoteMessageId, ReadonlySet<SendReceipt['kind']>>();

  constructor(
    private readonly account: AccountId,
    private readonly now: () => number,
  ) {}

  /** The echo of a message of ours, or the row of one that failed. */
  async arrived(row: BridgeMessage, sink: InboundSink): Promise<void> {
    const correlation = row.tempGuid === undefined ? {} : { correlationId: row.tempGuid };
    const receipt = { ...this.about(row), ...correlation, at: row.createdAt ?? this.now() };
    if (row.error === 0) await this.forward({ ...receipt, kind: 'sent' }, sink);
    else await this.failed(row, sink);
    await this.progress(row, sink);
  }

  /** The bridge reports a failure, which overrides earlier reports. */
  async failed(row: BridgeMessage, sink: InboundSink): Promise<void> {
    const correlation = row.tempGuid === undefined ? {} : { correlationId: row.tempGuid };
    const failure = appleFailure(row.error);
    await this.forward({ ...this.about(row), ...correlation, kind: 'failed', at: this.now(), failure }, sink);
  }

  /** The progress of the message in any later row. */
  async progress(row: BridgeMessage, sink: InboundSink): Promise<void> {
    if (row.error !== 0) return;
    const { deliveredAt, readAt } = row;
    if (deliveredAt !== undefined)
      await this.once({ ...this.about(row), kind: 'delivered', at: deliveredAt }, sink);
    if (readAt !== undefined) await this.once({ ...this.about(row), kind: 'read', at: readAt }, sink);
  }

  private about({ guid: messageId, rowId }: BridgeMessage): Omit<SendReceipt, 'kind' | 'at'> {
    const sequence = rowId === undefined ? {} : { sequence: rowId };
    return { channel: IMBRIDGE, account: this.account, messageId, ...sequence };
  }

  private async once(receipt: SendReceipt, sink: InboundSink): Promise<void> {
    const notified = this.notified.get(receipt.messageId) ?? new Set();
    if (notified.has(receipt.kind)) return;
    if (!(await this.forward(receipt, sink))) return;
    this.notified.delete(receipt.messageId);
    this.notified.set(receipt.messageId, new Set([...notified, receipt.kind]));
    const oldest = this.notified.size > MAX_MESSAGES ? this.notified.keys().next().value : undefined;
    if (oldest !== undefined) this.notified.delete(oldest);
  }

  /** Losing a receipt is harmless: an unknown send is reconciled at the bridge. @returns whether it was stored */
  private async forward(receipt: SendReceipt, sink: InboundSink): Promise<boolean> {
    try {
      await sink.receipt(receipt);
      return true;
    } catch (error) {
      this.logger.warn(`a receipt of ${this.account} was lost: ${errorText(error)}`);
      return false;
    }
  }
}
