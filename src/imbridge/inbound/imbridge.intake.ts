import { conversationOf } from '../imbridge.id.js';
import type { AccountId, InboundSink } from '../../channels/index.js';
import { type Conversion, convert, type IncompleteReason } from './imbridge.convert.js';
import type { Cursor } from './imbridge.cursor.js';
import { EditMemory } from './imbridge.edits.js';
import { isBeforeFirstStart } from './imbridge.first-start.js';
import { Receipts } from './imbridge.receipts.js';
import { HandleDirectory } from '../bridge/imbridge.handles.js';
import { type BridgeMessage, readMessage } from '../bridge/imbridge.message.js';
import type { Bridge } from '../bridge/imbridge.bridge.js';
import type { BridgeResult } from '../client/imbridge.result.js';

export interface IntakeOptions {
  readonly account: AccountId;
  readonly maxAgeMs: number;
}

/** The bridge could not be asked for the rest of a message; the catch-up stops here and comes back. */
export class BridgeUnavailable extends Error {}

/**
 * Takes message rows from the webhook (`live`) and from the catch-up (`replay`), decides what each is and
 * hands it to the sink. Resolves when the sink has stored it; throws only what the sink throws, and
 * BridgeUnavailable out of a replay.
 */
export class Intake {
  private readonly edits = new EditMemory();
  private readonly handles: HandleDirectory;
  private readonly receipts: Receipts;

  constructor(
    private readonly options: IntakeOptions,
    private readonly bridge: Bridge,
    private readonly cursor: Cursor,
  ) {
    this.handles = new HandleDirectory(bridge.client);
    this.receipts = new Receipts(options.account, () => bridge.clock.now());
  }

  /** A webhook with a row: `new-message`, or one of those that tell of a change of a group. */
  async live(data: unknown, sink: InboundSink): Promise<void> {
    const row = readMessage(data);
    if (!row) return this.drop('unreadable', sink);
    await this.knowOurselves();
    const way = { sink, isReplay: false, isEdit: false };
    const conversion = this.convert(row, way);
    if (conversion.kind === 'own') return this.own(row, sink);
    if (await this.isTooOld(row)) return this.drop('too-old', sink);
    await this.settle(row, conversion, way);
  }

  /** An `updated-message` webhook: mostly a receipt, now and then an edit or an unsend (wire 6.1 row 18). */
  async update(data: unknown, sink: InboundSink): Promise<void> {
    const row = readMessage(data);
    if (!row) return this.drop('unreadable', sink);
    if (row.isFromMe) await this.receipts.progress(row, sink);
    if (!this.edits.isNews(row)) return this.drop('update', sink);
    await this.knowOurselves();
    const way = { sink, isReplay: false, isEdit: true };
    await this.settle(row, this.convert(row, way), way);
  }

  /** A row of the catch-up; never too old, and an own one is no news any more. */
  async replay(row: BridgeMessage, sink: InboundSink): Promise<void> {
    const way = { sink, isReplay: true, isEdit: false };
    await this.settle(row, this.convert(row, way), way);
  }

  /** A `message-send-error` webhook: the bridge's word that a message of ours did not get through. */
  async sendError(data: unknown, sink: InboundSink): Promise<void> {
    const row = readMessage(data);
    if (!row) return this.drop('unreadable', sink);
    await this.receipts.failed(row, sink);
  }

  /** A chat with oneself must be known as such from the first message on; later this costs nothing. */
  private async knowOurselves(): Promise<void> {
    const { info } = this.bridge;
    if (!info.known()) await info.refresh();
  }

  private convert(row: BridgeMessage, { isReplay, isEdit }: Way): Conversion {
    const { info, clock, recent, contacts } = this.bridge;
    if (recent.isOurs(row.guid)) return { kind: 'own' };
    this.handles.note(row.handles);
    const { addressOf } = this.handles;
    const { account } = this.options;
    const now = clock.now();
    return convert(row, {
      account,
      isOwnAddress: info.isOwnAddress,
      addressOf,
      nameOf: contacts.nameOf,
      now,
      isLate: isReplay,
      isEdit,
    });
  }

  private async settle(row: BridgeMessage, conversion: Conversion, way: Way): Promise<void> {
    switch (conversion.kind) {
      case 'own':
        if (way.isReplay) await this.receipts.progress(row, way.sink);
        return this.drop('own-message', way.sink);
      case 'dropped':
        return this.drop(conversion.reason, way.sink);
      case 'event':
        return this.handOver(row, conversion, way);
      case 'incomplete':
        return this.complete(row, conversion.reason, way);
    }
  }

  /** A message that comes again and was edited meanwhile brings its edit: nobody else may tell of it. */
  private async handOver(row: BridgeMessage, { event, chat }: EventConversion, way: Way): Promise<void> {
    this.bridge.chats.remember(conversationOf(chat), chat.guid);
    if (await this.isBeforeFirstStart(row)) return this.drop('before-first-start', way.sink);
    const fate = await way.sink.accept(event);
    const hidesEdit = fate === 'duplicate' && event.kind === 'message' && this.edits.isNews(row);
    this.edits.note(row);
    if (!hidesEdit) return;
    const asEdit = { ...way, isEdit: true };
    await this.settle(row, this.convert(row, asEdit), asEdit);
  }

  /** The bridge's own echo of something it sent is a receipt; it also tells what the chat is called. */
  private async own(row: BridgeMessage, sink: InboundSink): Promise<void> {
    if (row.chat) this.bridge.chats.remember(conversationOf(row.chat), row.chat.guid);
    await this.drop('own-message', sink);
    await this.receipts.arrived(row, sink);
  }

  /** Asks the bridge once for what the event left out (wire 6.1 row 10). */
  private async complete(row: BridgeMessage, reason: IncompleteReason, way: Way): Promise<void> {
    const whole = readMessage(this.answer(await this.bridge.client.message(row.guid), way));
    let conversion = whole && this.convert(whole, way);
    if (whole && conversion?.kind === 'incomplete' && conversion.reason === 'unknown-participant') {
      this.answer(await this.handles.learn(whole.group.otherHandle), way);
      conversion = this.convert(whole, way);
    }
    if (!whole || !conversion || conversion.kind === 'incomplete') return this.drop(reason, way.sink);
    await this.settle(whole, conversion, way);
  }

  /** What the bridge says; the catch-up can wait for a bridge that says nothing, a webhook cannot. */
  private answer(result: BridgeResult, { isReplay }: Way): unknown {
    if (result.ok) return result.data;
    if (result.failure.kind !== 'refused' && isReplay) throw new BridgeUnavailable(result.failure.detail);
    return undefined;
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

  private async isBeforeFirstStart(row: BridgeMessage): Promise<boolean> {
    const { firstStart } = await this.cursor.load();
    const { client, clock } = this.bridge;
    return isBeforeFirstStart(row, firstStart, { now: clock.now(), offset: client.clockOffsetMs ?? 0 });
  }

  private async drop(reason: string, sink: InboundSink): Promise<void> {
    sink.dropped(this.options.account, reason);
  }
}

interface Way {
  readonly sink: InboundSink;
  readonly isReplay: boolean;
  /** The row counts as the edit of a message told before. */
  readonly isEdit: boolean;
}

type EventConversion = Extract<Conversion, { kind: 'event' }>;
