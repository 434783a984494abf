import { Logger } from '@nestjs/common';
import type { AccountId, InboundSink } from '../../../channels/index.js';
import { errorText } from '../../../common/index.js';
import type { BridgeClient } from '../../service/client/bridge-client.js';
import type { Gap } from '../../service/messages/row-order.js';
import { rowsOf } from './fetched-rows.js';
import type { ReplayBarrier } from '../replay-barrier.js';
import type { RowIngest } from './row-ingest.js';

/** The longest wait in ms for the bridge's answer: newer messages wait meanwhile. */
const ASK_TIMEOUT_MS = 2_000;

/** Fetches the rows before a message whose webhooks are late or lost, so that it does not overtake them. */
export class GapRows {
  private readonly logger = new Logger(GapRows.name);

  constructor(
    private readonly account: AccountId,
    private readonly client: Pick<BridgeClient, 'messagesInWindow'>,
    private readonly rowIngest: Pick<RowIngest, 'unannounced'>,
    private readonly replayBarrier: Pick<ReplayBarrier, 'isOpen'>,
    /** Called when rows are missing that only the catch-up can bring. */
    private readonly missed: () => void,
  ) {}

  /**
   * Resolves when the rows of the gap are stored, or cannot be fetched. While the catch-up runs, it may bring them.
   * @returns false when they may be had a moment later
   */
  async fill(gap: Gap, sink: InboundSink): Promise<boolean> {
    if (!this.replayBarrier.isOpen) return false;
    try {
      await this.fetch(gap, sink);
      return true;
    } catch (error) {
      this.logger.warn(`could not fetch rows of ${this.account} before a message: ${errorText(error)}`);
      this.missed();
      return false;
    }
  }

  /** A row that has come meanwhile is left to its webhook; one that waits itself is stored here, in its order. */
  private async fetch({ after, before, isThrough }: Gap, sink: InboundSink): Promise<void> {
    const limit = before - after - 1;
    const signal = AbortSignal.timeout(ASK_TIMEOUT_MS);
    const { messages } = rowsOf(
      await this.client.messagesInWindow({ after, upTo: before - 1, limit }, signal),
    );
    for (const row of messages) if (!isThrough(row.rowId)) await this.rowIngest.unannounced(row, sink);
  }
}
