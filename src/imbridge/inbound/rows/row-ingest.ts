import type { DropReason } from '../drop-reasons.js';
import type { ConversationRef, InboundSink } from '../../../channels/index.js';
import { conversationRef, isText } from '../convert.js';
import type { Cursor } from './cursor.js';
import { ReceiptForwarder } from '../receipt-forwarder.js';
import { SeenMessages } from '../seen-messages.js';
import { RowLookup } from './row-lookup.js';
import { HandleDirectory } from '../../service/handles.js';
import { type RowOutcome, RowProcessor, type RowProcessorOptions, type RowContext } from './row-processor.js';
import { type BridgeMessage, readMessage } from '../../service/messages/message.js';
import type { Bridge } from '../../service/bridge.js';

export interface RowIngestOptions extends RowProcessorOptions {
  readonly maxAgeMs: number;
  /** The inbox recognizes repeats of messages written since then; epoch ms by the bridge's clock. */
  readonly rememberedSince: () => number;
  /** Whether the group requires a mention; then the mentions of every message are fetched. */
  readonly needsMention: (group: ConversationRef) => boolean;
}

/**
 * Takes message rows from the webhook (`live`, `update`) and from the catch-up (`replay`) and has them processed.
 * Resolves when the sink has stored it or a recheck is scheduled; throws only what the sink throws, and
 * BridgeUnavailable in a replay.
 */
export class RowIngest {
  readonly seen = new SeenMessages();
  private readonly lookup: RowLookup;
  private readonly receipts: ReceiptForwarder;
  private readonly processor: RowProcessor;
  private readonly lines = new ChatLines();

  constructor(
    private readonly options: RowIngestOptions,
    private readonly bridge: Bridge,
    private readonly cursor: Cursor,
  ) {
    const { seen } = this;
    const handles = new HandleDirectory(bridge.client);
    const lookup = new RowLookup(options.account, bridge, handles, seen);
    const receipts = new ReceiptForwarder(options.account, () => bridge.clock.now());
    this.lookup = lookup;
    this.receipts = receipts;
    this.processor = new RowProcessor(options, bridge, cursor, { seen, handles, lookup, receipts });
  }

  /** A webhook with a row: `new-message`, or an event for a change of a group. */
  async live(data: unknown, sink: InboundSink): Promise<void> {
    const row = readMessage(data);
    if (!row) return this.countDropped('unreadable', sink);
    // A self-chat must be recognised from the first message on.
    if (!this.bridge.info.known()) await this.bridge.info.refresh();
    if (row.isFromMe) return this.takeOwn(row, sink);
    await this.inLine(row, sink);
  }

  /** A row whose webhook is late or lost, fetched before a newer one; its webhook may still come. */
  async unannounced(row: BridgeMessage, sink: InboundSink): Promise<void> {
    if (this.isForgotten(row)) return this.countDropped('too-old', sink);
    if (!this.bridge.info.known()) await this.bridge.info.refresh();
    if (row.isFromMe) return this.takeOwn(row, sink);
    await this.inLine(row, sink);
  }

  /** An `updated-message` webhook: usually a receipt, sometimes an edit, an unsend, or a file (wire 6.1 row 18). */
  async update(data: unknown, sink: InboundSink): Promise<void> {
    const row = readMessage(data);
    if (!row) return this.countDropped('unreadable', sink);
    if (row.isFromMe) await this.receipts.progress(row, sink);
    const isEdit = this.seen.isEdit(row);
    const bringsFiles = !row.isFromMe && this.seen.hasNewFiles(row);
    if (!isEdit && (!bringsFiles || (await this.isTooOld(row)))) return this.countDropped('update', sink);
    if (!this.bridge.info.known()) await this.bridge.info.refresh();
    const context: RowContext = { sink, kind: isEdit ? 'edit' : 'live' };
    try {
      await this.processor.process(row, context);
    } catch (error) {
      // The catch-up does not fetch changes of old messages, so an edit that failed now has to be rechecked.
      if (isEdit) this.processor.recheckLater(row, context);
      throw error;
    }
  }

  /** Processes a row of the catch-up, unless it is older than the inbox remembers. Own rows are already known. */
  async replay(row: BridgeMessage, sink: InboundSink): Promise<RowOutcome> {
    if (!this.isForgotten(row)) return this.processor.process(row, { sink, kind: 'replay' });
    await this.countDropped('too-old', sink);
    return 'done';
  }

  /** A `message-send-error` webhook: the bridge reports that one of our messages failed. */
  async sendError(data: unknown, sink: InboundSink): Promise<void> {
    const row = readMessage(data);
    if (!row) return this.countDropped('unreadable', sink);
    await this.receipts.failed(row, sink);
  }

  /** Resolves when no background work will reach a sink any more. */
  stop(): Promise<void> {
    return this.processor.stop();
  }

  /**
   * One row of a chat at a time: a look-up takes a moment, and two events stored at the same time would have no fixed
   * order.
   */
  private inLine(row: BridgeMessage, sink: InboundSink): Promise<void> {
    return this.lines.inOrder(lineOf(row), () => this.ingest(row, sink));
  }

  private needsMention({ chat }: BridgeMessage): boolean {
    return chat?.separator === '+' && this.options.needsMention(conversationRef(chat));
  }

  private lacksMentions(row: BridgeMessage): boolean {
    return this.needsMention(row) && isText(row) && row.text !== '' && row.mentions === undefined;
  }

  private async ingest(received: BridgeMessage, sink: InboundSink): Promise<void> {
    const row = this.lacksMentions(received) ? await this.lookup.withMentions(received) : received;
    const context: RowContext = { sink, kind: 'live' };
    const conversion = await this.processor.convert(row, context);
    if (await this.isTooOld(row)) return this.countDropped('too-old', sink);
    // The flag was lost, but its guid or tempGuid is ours.
    if (conversion.kind === 'own') await this.receipts.arrived(row, sink);
    await this.processor.act(row, conversion, context);
  }

  /**
   * Skips the conversion, which an own row does not need. What was typed on the phone keeps its order in the chat; a
   * receipt has none, and may be delayed by the commit it waits for.
   */
  private async takeOwn(row: BridgeMessage, sink: InboundSink): Promise<void> {
    this.processor.learnFrom(row);
    const isTooOld = this.isTooOld(row);
    const said = this.lines.inOrder(lineOf(row), async () => {
      if (!(await isTooOld)) await this.processor.own(row, { sink, kind: 'live' });
    });
    await Promise.all([said, this.takeReceipts(row, isTooOld, sink)]);
  }

  private async takeReceipts(
    row: BridgeMessage,
    isTooOld: Promise<boolean>,
    sink: InboundSink,
  ): Promise<void> {
    if (await isTooOld) return this.countDropped('too-old', sink);
    await this.receipts.arrived(row, sink);
  }

  /**
   * Recognizes a row that the bridge announces as new although it is old: it does that when a row is edited or read an
   * hour later (wire 3.4). The inbox knows the rows of recent days; this catches the rest. A ROWID beyond the cursor is
   * new whatever its date, because the phone may have been offline. Before the first catch-up no row has been seen, so
   * none is a repeat.
   */
  private async isTooOld(row: BridgeMessage): Promise<boolean> {
    const age = row.createdAt === undefined ? 0 : this.bridge.clock.now() - row.createdAt;
    return age > this.options.maxAgeMs && this.isPassed(row);
  }

  /**
   * A Mac that loads its messages from the cloud again gives them new ROWIDs. The inbox no longer knows which of the old
   * ones were answered, so none is (ADR 0071).
   */
  private isForgotten({ createdAt }: BridgeMessage): boolean {
    return createdAt !== undefined && createdAt < this.options.rememberedSince();
  }

  private async isPassed({ rowId }: BridgeMessage): Promise<boolean> {
    const { rowId: cursor } = await this.cursor.load();
    return cursor !== undefined && (rowId === undefined || rowId <= cursor);
  }

  private async countDropped(reason: DropReason, sink: InboundSink): Promise<void> {
    sink.dropped(this.options.account, reason);
  }
}

const lineOf = ({ chat, guid }: BridgeMessage): string => chat?.guid ?? guid;

/** Runs the rows of a chat one after the other, even if one takes longer; other chats continue. */
class ChatLines {
  private readonly lasts = new Map<string, Promise<unknown>>();

  /** Runs `work` after all earlier work of the same chat, even if that failed. Throws what `work` throws. */
  async inOrder<T>(chat: string, work: () => Promise<T>): Promise<T> {
    const before = this.lasts.get(chat);
    const mine = before ? before.then(work, work) : work();
    this.lasts.set(chat, mine);
    try {
      return await mine;
    } finally {
      if (this.lasts.get(chat) === mine) this.lasts.delete(chat);
    }
  }
}
