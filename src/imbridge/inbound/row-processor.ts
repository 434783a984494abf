import type { AccountId, InboundSink } from '../../channels/index.js';
import type { Bridge } from '../bridge/bridge.js';
import { HandleDirectory } from '../bridge/handles.js';
import type { BridgeMessage } from '../bridge/message.js';
import { conversationOf } from '../imbridge.id.js';
import { type AwaitedReason, type Conversion, convert, type IncompleteReason, isText } from './convert.js';
import type { Cursor } from './cursor.js';
import { type Answer, Enquiry } from './row-lookup.js';
import { LaterLooks } from './recheck-schedule.js';
import type { MessageMemory } from './seen-messages.js';
import { OwnRows } from './own-rows.js';
import { Receipts } from './receipts.js';
import { Teller } from './event-forwarder.js';

/** The bridge could not be asked for the rest of a message; the catch-up stops here and comes back. */
export class BridgeUnavailable extends Error {}

/** How a row came, and what is known of it besides. */
export interface Way {
  readonly sink: InboundSink;
  /** `edit`: told of as a change of a message that was told before. */
  readonly kind: 'live' | 'replay' | 'edit';
  /** Nothing more is waited for. */
  readonly isWhole?: boolean;
}

/** `awaited`: something of it may still come, so that the catch-up must not pass it for good. */
export type Settlement = 'settled' | 'awaited';

export interface SettlerOptions {
  readonly account: AccountId;
  /** Something that was to be told later could not be stored. */
  readonly lost: () => void;
  /** See LaterLooks. */
  readonly looksMs?: readonly number[];
}

/** How long a file may take to be joined to its message before nobody waits for it any more, ms. */
const AWAITED_FOR_MS = 10 * 60_000;

/** Brings a row to its end: it is told, dropped with a reason, or looked at again for what it leaves out. */
export class Settler {
  readonly enquiry: Enquiry;
  readonly receipts: Receipts;
  private readonly handles: HandleDirectory;
  private readonly looks: LaterLooks;
  private readonly teller: Teller;
  private readonly ownRows: OwnRows;

  constructor(
    private readonly options: SettlerOptions,
    private readonly bridge: Bridge,
    cursor: Cursor,
    private readonly memory: MessageMemory,
  ) {
    this.handles = new HandleDirectory(bridge.client);
    this.looks = new LaterLooks(options.looksMs);
    this.enquiry = new Enquiry(options.account, bridge, this.handles, memory);
    this.teller = new Teller(bridge, cursor, memory);
    this.receipts = new Receipts(options.account, () => bridge.clock.now());
    this.ownRows = new OwnRows(options.account, bridge, this.handles.addressOf);
  }

  /** Resolves when nothing will be told any more that nobody waits for. */
  stop(): Promise<void> {
    return this.looks.stop();
  }

  /** Has a row settled later that could not be now. */
  lookLater(row: BridgeMessage, way: Way): boolean {
    return this.looks.await(row.guid, (isLast) => this.look(row, way, isLast));
  }

  drop(reason: string, { sink }: Way): Settlement {
    sink.dropped(this.options.account, reason);
    return 'settled';
  }

  async convert(row: BridgeMessage, { kind, isWhole = false }: Way): Promise<Conversion> {
    const { info, clock, recent, chats, contacts } = this.bridge;
    if (row.chat) chats.remember(conversationOf(row.chat), row.chat.guid);
    if (recent.isOurs(row.guid)) return { kind: 'own' };
    this.handles.note(row.handles);
    const quoted = row.plainTapback && (await this.enquiry.quoted(row));
    return convert(row, {
      account: this.options.account,
      isOwnAddress: info.isOwnAddress,
      addressOf: this.handles.addressOf,
      nameOf: contacts.nameOf,
      now: clock.now(),
      isLate: kind === 'replay',
      isEdit: kind === 'edit',
      isWhole,
      ...(quoted === undefined ? {} : { quoted }),
    });
  }

  /** Throws what the sink throws; BridgeUnavailable in a replay only. */
  async settle(row: BridgeMessage, conversion: Conversion, way: Way): Promise<Settlement> {
    switch (conversion.kind) {
      case 'own':
        return this.own(row, way);
      case 'dropped':
        return this.drop(conversion.reason, way);
      case 'event':
        return this.tell(row, conversion, way);
      case 'incomplete':
        return isAwaited(conversion.reason)
          ? this.awaitRest(row, way)
          : this.complete(row, conversion.reason, way);
    }
  }

  /**
   * It is nobody's to answer. Typed on the phone, it is the assistant's to know; the echo of a sending may come before
   * the bridge has said its guid, so that a webhook waits a moment for that.
   */
  async own(row: BridgeMessage, way: Way): Promise<Settlement> {
    this.drop('own-message', way);
    if (way.kind === 'replay') await this.receipts.progress(row, way.sink);
    if (way.kind === 'edit' || !this.ownRows.isCandidate(row)) return 'settled';
    if (way.kind === 'replay') await this.ownRows.tell(row, way.sink, true);
    else this.looks.await(row.guid, (isLast) => this.lookAtOwn(row, way, isLast));
    return 'settled';
  }

  private async lookAtOwn(row: BridgeMessage, { sink }: Way, isLast: boolean): Promise<boolean> {
    try {
      await this.ownRows.tell(row, sink, false);
      return true;
    } catch {
      if (isLast) this.options.lost();
      return isLast;
    }
  }

  private async tell(
    row: BridgeMessage,
    conversion: Extract<Conversion, { kind: 'event' }>,
    way: Way,
  ): Promise<Settlement> {
    const telling = await this.teller.tell(row, conversion, way.sink);
    if (telling === 'before-first-start') return this.drop(telling, way);
    if (telling === 'hides-edit') return this.again(row, { ...way, kind: 'edit' });
    const hasFiles = row.attachments.length > 0;
    if (hasFiles || way.kind === 'edit') this.looks.end(row.guid);
    else if (isText(row)) this.looks.watch(row.guid, (isLast) => this.look(row, way, isLast));
    return 'settled';
  }

  private async again(row: BridgeMessage, way: Way): Promise<Settlement> {
    return this.settle(row, await this.convert(row, way), way);
  }

  /**
   * Waits for the file without holding anything up (wire 6.1 row 8). What is left after the last look is told as it is;
   * the catch-up, which does not pass the row, finds what comes still later.
   */
  private awaitRest(row: BridgeMessage, way: Way): Settlement {
    const { client, clock } = this.bridge;
    const age = clock.now() + (client.clockOffsetMs ?? 0) - (row.createdAt ?? 0);
    const isOver = way.kind === 'replay' && age > AWAITED_FOR_MS;
    if (!this.looks.hasEnded(row.guid)) this.lookLater(row, way);
    return isOver ? 'settled' : 'awaited';
  }

  /** Asks for what the event left out (wire 6.1 row 10). */
  private async complete(row: BridgeMessage, reason: IncompleteReason, way: Way): Promise<Settlement> {
    const answer = await this.answerTo(row, way);
    if (answer.kind !== 'row') return this.giveUp(row, reason, { answer, way });
    const conversion = await this.convert(answer.row, way);
    const isNoBetter = conversion.kind === 'incomplete' && !isAwaited(conversion.reason);
    return isNoBetter ? this.drop(reason, way) : this.settle(answer.row, conversion, way);
  }

  private async answerTo(row: BridgeMessage, way: Way): Promise<Answer> {
    if (way.kind === 'edit') return this.enquiry.changed(row, way.sink);
    const asked = await this.enquiry.whole(row);
    if (asked.kind !== 'row') return asked;
    const conversion = await this.convert(asked.row, way);
    const isNobody = conversion.kind === 'incomplete' && conversion.reason === 'unknown-participant';
    return isNobody ? this.enquiry.withParticipant(asked.row) : asked;
  }

  /** The catch-up stops at a bridge that says nothing, and comes back; a webhook is looked at again by itself. */
  private giveUp(
    row: BridgeMessage,
    reason: IncompleteReason,
    { answer, way }: { readonly answer: Answer; readonly way: Way },
  ): Settlement {
    if (answer.kind !== 'unasked') return this.drop(reason, way);
    if (way.kind === 'replay') throw new BridgeUnavailable(answer.detail);
    return way.isWhole !== true && this.lookLater(row, way) ? 'settled' : this.drop(reason, way);
  }

  /** @returns whether it need not be looked at again. Never throws. */
  private async look(row: BridgeMessage, way: Way, isLast: boolean): Promise<boolean> {
    try {
      const asked =
        way.kind === 'edit' ? await this.enquiry.changed(row, way.sink) : await this.enquiry.whole(row);
      const latest = asked.kind === 'row' ? asked.row : row;
      const conversion = await this.convert(latest, { ...way, isWhole: isLast });
      if (conversion.kind === 'incomplete' && !isLast) return false;
      if (!this.memory.isNews(latest)) return false;
      await this.settle(latest, conversion, { ...way, isWhole: true });
      return true;
    } catch {
      if (isLast) this.options.lost();
      return isLast;
    }
  }
}

const isAwaited = (reason: IncompleteReason): reason is AwaitedReason =>
  reason === 'empty' || reason === 'no-files';
