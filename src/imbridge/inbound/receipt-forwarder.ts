import { Logger } from '@nestjs/common';
import type { AccountId, InboundSink, RemoteMessageId, SendReceipt } from '../../channels/index.js';
import { errorText } from '../../common/index.js';
import { IMBRIDGE } from '../ids/id.js';
import type { BridgeMessage } from '../service/messages/message.js';
import { appleFailure } from '../service/outcome.js';

const MAX_MESSAGES = 5_000;

/** The stages of a sent message that receipts report. */
type ReceiptStage = 'delivered' | 'read';

/**
 * Receipts in the bridge's rows of our messages: stored, delivered, read or failed (wire E36, E38, E39). The sink gets
 * each one once; the memory of it is not persistent, because a repeat is harmless.
 */
export class ReceiptForwarder {
  private readonly logger = new Logger('Receipts');
  /** The messages whose receipt was forwarded, by its kind, the latest last. */
  private readonly forwarded = { delivered: new Set<RemoteMessageId>(), read: new Set<RemoteMessageId>() };

  constructor(
    private readonly account: AccountId,
    private readonly now: () => number,
  ) {}

  /** Forwards the receipt in the echo of a message of ours, or in the row of one that failed. */
  async arrived(row: BridgeMessage, sink: InboundSink): Promise<void> {
    if (row.error !== 0) return this.failed(row, sink);
    const at = row.createdAt ?? this.now();
    await this.forward({ ...this.about(row, 'sent', at), ...correlationOf(row) }, sink);
    await this.progress(row, sink);
  }

  /** Forwards a failure that the bridge reports; it overrides earlier reports. */
  async failed(row: BridgeMessage, sink: InboundSink): Promise<void> {
    const failure = appleFailure(row.error);
    await this.forward({ ...this.about(row, 'failed', this.now()), ...correlationOf(row), failure }, sink);
  }

  /** Forwards the progress of the message from any later row of it. */
  async progress(row: BridgeMessage, sink: InboundSink): Promise<void> {
    if (row.error !== 0) return;
    const { deliveredAt, readAt } = row;
    if (deliveredAt !== undefined) await this.once(row, 'delivered', deliveredAt, sink);
    if (readAt !== undefined) await this.once(row, 'read', readAt, sink);
  }

  private about({ guid, rowId }: BridgeMessage, kind: SendReceipt['kind'], at: number): SendReceipt {
    const about = { channel: IMBRIDGE, account: this.account, kind, messageId: guid, at };
    return rowId === undefined ? about : { ...about, sequence: rowId };
  }

  private async once(row: BridgeMessage, kind: ReceiptStage, at: number, sink: InboundSink): Promise<void> {
    const known = this.forwarded[kind];
    if (known.has(row.guid) || !(await this.forward(this.about(row, kind, at), sink))) return;
    known.add(row.guid);
    const oldest = known.size > MAX_MESSAGES ? known.values().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
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

/** The id we gave the attempt, where the row repeats it. */
const correlationOf = ({ tempGuid }: BridgeMessage): Pick<SendReceipt, 'correlationId'> =>
  tempGuid === undefined ? {} : { correlationId: tempGuid };
