import type { ConversationRef, InboundSink } from '../../channels/index.js';
import { conversationRef, isText } from './convert.js';
import type { Cursor } from './cursor.js';
import { SeenMessages } from './seen-messages.js';
import { type RowOutcome, RowProcessor, type RowProcessorOptions, type RowContext } from './row-processor.js';
import { type BridgeMessage, readMessage } from '../service/messages/message.js';
import type { Bridge } from '../service/bridge.js';

export interface RowIngestOptions extends RowProcessorOptions {
  readonly maxAgeMs: number;
  /** Whether only who mentions us is answered there; then every message is asked for its mentions. */
  readonly needsMention: (group: ConversationRef) => boolean;
}

/**
 * Takes message rows from the webhook (`live`, `update`) and from the catch-up (`replay`) and has them processed. Resolves
 * when the sink has stored it, or when it will be looked at again; throws only what the sink throws, and
 * BridgeUnavailable out of a replay.
 */
export class RowIngest {
  private readonly seen = new SeenMessages();
  private readonly processor: RowProcessor;
  private readonly lines = new ChatLines();

  constructor(
    private readonly options: RowIngestOptions,
    private readonly bridge: Bridge,
    private readonly cursor: Cursor,
  ) {
    this.processor = new RowProcessor(options, bridge, cursor, this.seen);
  }

  /** A webhook with a row: `new-message`, or one of those that tell of a change of a group. */
  async live(data: unknown, sink: InboundSink): Promise<void> {
    const row = readMessage(data);
    if (!row) return this.drop('unreadable', sink);
    await this.knowOurselves();
    // A receipt has no place in the talk, and may be late by the commit it waits for.
    if (row.isFromMe) return this.take(row, sink);
    // A look-up takes a moment, and of two events that are stored at once either may come first.
    await this.lines.run(row.chat?.guid ?? row.guid, async () =>
      this.take(await this.withMentions(row), sink),
    );
  }

  /** An `updated-message` webhook: mostly a receipt, now and then an edit, an unsend, or a file (wire 6.1 row 18). */
  async update(data: unknown, sink: InboundSink): Promise<void> {
    const row = readMessage(data);
    if (!row) return this.drop('unreadable', sink);
    if (row.isFromMe) await this.processor.receipts.progress(row, sink);
    const isEdit = this.seen.isEdit(row);
    const bringsFiles = !row.isFromMe && this.seen.hasNewFiles(row);
    if (!isEdit && (!bringsFiles || (await this.isTooOld(row)))) return this.drop('update', sink);
    await this.knowOurselves();
    const context: RowContext = { sink, kind: isEdit ? 'edit' : 'live' };
    try {
      await this.process(row, context);
    } catch (error) {
      // No catch-up comes by a change of an old message.
      if (isEdit) this.processor.recheckLater(row, context);
      throw error;
    }
  }

  /** A row of the catch-up; never too old, and an own one is no news any more. */
  replay(row: BridgeMessage, sink: InboundSink): Promise<RowOutcome> {
    return this.process(row, { sink, kind: 'replay' });
  }

  /** A `message-send-error` webhook: the bridge's word that a message of ours did not get through. */
  async sendError(data: unknown, sink: InboundSink): Promise<void> {
    const row = readMessage(data);
    if (!row) return this.drop('unreadable', sink);
    await this.processor.receipts.failed(row, sink);
  }

  /** Resolves when nothing will reach a sink any more that nobody waits for. */
  stop(): Promise<void> {
    return this.processor.stop();
  }

  /** A chat with oneself must be known as such from the first message on; later this costs nothing. */
  private async knowOurselves(): Promise<void> {
    const { info } = this.bridge;
    if (!info.known()) await info.refresh();
  }

  private needsMention({ chat }: BridgeMessage): boolean {
    return chat?.separator === '+' && this.options.needsMention(conversationRef(chat));
  }

  private async withMentions(row: BridgeMessage): Promise<BridgeMessage> {
    const isAsked = this.needsMention(row) && isText(row) && row.text !== '' && row.mentions === undefined;
    return isAsked ? this.processor.lookup.withMentions(row) : row;
  }

  private async take(row: BridgeMessage, sink: InboundSink): Promise<void> {
    const context: RowContext = { sink, kind: 'live' };
    const conversion = await this.processor.convert(row, context);
    if (await this.isTooOld(row)) return this.drop('too-old', sink);
    if (conversion.kind === 'own') await this.processor.receipts.arrived(row, sink);
    await this.processor.process(row, conversion, context);
  }

  private async process(row: BridgeMessage, context: RowContext): Promise<RowOutcome> {
    return this.processor.process(row, await this.processor.convert(row, context), context);
  }

  /**
   * The bridge announces a row again as new when it is edited or read an hour later (wire 3.4). The inbox
   * knows those of the last days; this catches the rest. A ROWID beyond the cursor is new whatever its date:
   * the phone may have been offline. Before the first catch-up nothing has been seen, so nothing is a repeat.
   */
  private async isTooOld(row: BridgeMessage): Promise<boolean> {
    const age = row.createdAt === undefined ? 0 : this.bridge.clock.now() - row.createdAt;
    if (age <= this.options.maxAgeMs) return false;
    const { rowId: cursor } = await this.cursor.load();
    return cursor !== undefined && (row.rowId === undefined || row.rowId <= cursor);
  }

  private async drop(reason: string, sink: InboundSink): Promise<void> {
    sink.dropped(this.options.account, reason);
  }
}

/** Has the rows of a chat wait for each other, be it that one takes longer; those of other chats go on. */
class ChatLines {
  private readonly lasts = new Map<string, Promise<unknown>>();

  /** After all that was put into the line before it, however that ended. Throws what `work` throws. */
  async run<T>(chat: string, work: () => Promise<T>): Promise<T> {
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
