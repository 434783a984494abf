import type { AccountId, InboundSink } from '../../../channels/index.js';
import type { Bridge } from '../../service/bridge.js';
import type { HandleDirectory } from '../../service/handles.js';
import type { BridgeMessage } from '../../service/messages/message.js';
import { conversationOf } from '../../ids/id.js';
import { type AwaitedReason, type Conversion, convert, type IncompleteReason, isText } from '../convert.js';
import type { Cursor } from './cursor.js';
import { BridgeUnavailable } from './fetched-rows.js';
import type { LookupResult, RowLookup } from './row-lookup.js';
import { RecheckSchedule } from './recheck-schedule.js';
import type { SeenMessages } from '../seen-messages.js';
import { OwnRows } from './own-rows.js';
import type { ReceiptForwarder } from '../receipt-forwarder.js';
import { EventForwarder } from '../event-forwarder.js';

/** The origin of a row, and the sink of its events. */
export interface RowContext {
  readonly sink: InboundSink;
  /** `edit`: forwarded as a change of an earlier message. */
  readonly kind: 'live' | 'replay' | 'edit';
  /** No further data is expected. */
  readonly isWhole?: boolean;
}

/** `unannounced`: the catch-up has brought it first. `awaited`: parts may still come, so the cursor must not pass the row. */
export type RowOutcome = 'done' | 'unannounced' | 'awaited';

export interface RowProcessorOptions {
  readonly account: AccountId;
  /** A delayed event could not be stored. */
  readonly lost: () => void;
  /** See RecheckSchedule. */
  readonly recheckAfterMs?: readonly number[];
}

/** The parts that processing shares with the intake of rows. */
interface RowProcessorParts {
  readonly seen: SeenMessages;
  readonly handles: HandleDirectory;
  readonly lookup: RowLookup;
  readonly receipts: ReceiptForwarder;
}

/** The longest wait in ms for a file to be joined to its message. */
const AWAITED_FOR_MS = 10 * 60_000;

/** Processes a row: forwards it, drops it with a reason, or rechecks it later for its missing parts. */
export class RowProcessor {
  private readonly rechecks: RecheckSchedule;
  private readonly forwarder: EventForwarder;
  private readonly ownRows: OwnRows;

  constructor(
    private readonly options: RowProcessorOptions,
    private readonly bridge: Bridge,
    cursor: Cursor,
    private readonly parts: RowProcessorParts,
  ) {
    this.rechecks = new RecheckSchedule(options.recheckAfterMs);
    this.forwarder = new EventForwarder(bridge, cursor, parts.seen);
    this.ownRows = new OwnRows(options.account, bridge, parts.handles.addressOf);
  }

  /** Resolves when no background work will forward events any more. */
  stop(): Promise<void> {
    return this.rechecks.stop();
  }

  /** Rechecks a row later that could not be processed now. */
  recheckLater(row: BridgeMessage, context: RowContext): boolean {
    return this.rechecks.await(row.guid, (isLast) => this.recheck(row, context, isLast));
  }

  /** Remembers the chat, the people named in a row and its words, for as long as this process runs. */
  learnFrom(row: BridgeMessage): void {
    const { chats, mirrored, recent, client, clock } = this.bridge;
    const { chat, handles, createdAt } = row;
    if (chat) chats.note(conversationOf(chat), chat.guid);
    this.parts.handles.remember(handles);
    if (chat?.separator !== '-' || row.text === '' || row.isAssociated || !isText(row)) return;
    const isOurs = row.isFromMe || row.tempGuid !== undefined || recent.isOurs(row.guid);
    const at = createdAt ?? clock.now() + (client.clockOffsetMs ?? 0);
    mirrored.noteRow(row, chat, { isOurs, at });
  }

  async convert(row: BridgeMessage, { kind, isWhole = false }: RowContext): Promise<Conversion> {
    const { info, clock, recent, contacts, mirrored } = this.bridge;
    this.learnFrom(row);
    if (row.chat) await info.learnFrom(row.chat);
    if (recent.isOurs(row.guid)) return { kind: 'own' };
    const quoted = row.plainTapback && (await this.parts.lookup.quoted(row));
    return convert(row, {
      account: this.options.account,
      isOwnAddress: info.isOwnAddress,
      isMirrored: (chat) => mirrored.has(chat),
      addressOf: this.parts.handles.addressOf,
      nameOf: contacts.nameOf,
      now: clock.now(),
      isLate: kind === 'replay',
      isEdit: kind === 'edit',
      isWhole,
      ...(quoted === undefined ? {} : { quoted }),
    });
  }

  /** Throws what the sink throws; BridgeUnavailable in a replay only. */
  async process(row: BridgeMessage, context: RowContext): Promise<RowOutcome> {
    return this.act(row, await this.convert(row, context), context);
  }

  /** The second half of `process`, for a row that is converted already. */
  async act(row: BridgeMessage, conversion: Conversion, context: RowContext): Promise<RowOutcome> {
    switch (conversion.kind) {
      case 'own':
        return this.own(row, context);
      case 'dropped':
        return this.countDropped(conversion.reason, context);
      case 'event':
        return this.forward(row, conversion, context);
      case 'incomplete':
        return isAwaited(conversion.reason)
          ? this.awaitRest(row, context)
          : this.complete(row, conversion.reason, context);
    }
  }

  /**
   * Processes an own row, which needs no answer. A message typed on the phone goes to the transcript at once, so that it
   * stands before what is said after it. The echo of a send may come before the bridge has returned its guid, so while
   * one is under way in that chat, a webhook waits a moment for that.
   */
  async own(row: BridgeMessage, context: RowContext): Promise<RowOutcome> {
    this.countDropped('own-message', context);
    const isReplay = context.kind === 'replay';
    if (isReplay) await this.parts.receipts.progress(row, context.sink);
    if (row.chat) await this.bridge.info.learnFrom(row.chat);
    if (context.kind === 'edit' || !this.ownRows.isCandidate(row)) return 'done';
    if (!isReplay && this.bridge.recent.isSendingTo(row.chat.identifier))
      this.rechecks.await(row.guid, (isLast) => this.recheckOwn(row, context, isLast));
    else await this.ownRows.forward(row, context.sink, isReplay);
    return 'done';
  }

  private countDropped(reason: string, { sink }: RowContext): RowOutcome {
    sink.dropped(this.options.account, reason);
    return 'done';
  }

  private async recheckOwn(row: BridgeMessage, { sink }: RowContext, isLast: boolean): Promise<boolean> {
    try {
      await this.ownRows.forward(row, sink, false);
      return true;
    } catch {
      if (isLast) this.options.lost();
      return isLast;
    }
  }

  private async forward(
    row: BridgeMessage,
    conversion: Extract<Conversion, { kind: 'event' }>,
    context: RowContext,
  ): Promise<RowOutcome> {
    const forwarded = await this.forwarder.forward(row, conversion, context.sink);
    if (forwarded === 'before-first-start') return this.countDropped(forwarded, context);
    if (forwarded === 'hides-edit') return this.process(row, { ...context, kind: 'edit' });
    // Only for a row that is new: a repeated one may be of a person who was erased since.
    if (forwarded === 'forwarded' && row.chat)
      this.bridge.chats.remember(conversationOf(row.chat), row.chat.guid);
    const hasFiles = row.attachments.length > 0;
    if (hasFiles || context.kind === 'edit') this.rechecks.end(row.guid);
    else if (isText(row)) this.rechecks.watch(row.guid, (isLast) => this.recheck(row, context, isLast));
    const isFirst =
      forwarded === 'forwarded' && context.kind === 'replay' && !this.rechecks.hasEnded(row.guid);
    return isFirst ? 'unannounced' : 'done';
  }

  /**
   * Waits for the file without delaying other rows (wire 6.1 row 8). After the last recheck the row is forwarded as it
   * is; the catch-up, which does not pass the row, finds later files.
   */
  private awaitRest(row: BridgeMessage, context: RowContext): RowOutcome {
    const { client, clock } = this.bridge;
    const age = clock.now() + (client.clockOffsetMs ?? 0) - (row.createdAt ?? 0);
    const isOver = context.kind === 'replay' && age > AWAITED_FOR_MS;
    if (!this.rechecks.hasEnded(row.guid)) this.recheckLater(row, context);
    return isOver ? 'done' : 'awaited';
  }

  /** Fetches the parts that the event left out (wire 6.1 row 10). */
  private async complete(
    row: BridgeMessage,
    reason: IncompleteReason,
    context: RowContext,
  ): Promise<RowOutcome> {
    const answer = await this.answerTo(row, context);
    if (answer.kind !== 'row') return this.giveUp(row, reason, { answer, context });
    const conversion = await this.convert(answer.row, context);
    const isNoBetter = conversion.kind === 'incomplete' && !isAwaited(conversion.reason);
    return isNoBetter ? this.countDropped(reason, context) : this.act(answer.row, conversion, context);
  }

  private async answerTo(row: BridgeMessage, context: RowContext): Promise<LookupResult> {
    if (context.kind === 'edit') return this.parts.lookup.changed(row, context.sink);
    const asked = await this.parts.lookup.whole(row);
    if (asked.kind !== 'row') return asked;
    const conversion = await this.convert(asked.row, context);
    const isNobody = conversion.kind === 'incomplete' && conversion.reason === 'unknown-participant';
    return isNobody ? this.parts.lookup.withParticipant(asked.row) : asked;
  }

  /**
   * Gives up a row because the bridge did not answer: the catch-up stops and resumes later; a webhook's row is
   * rechecked.
   */
  private giveUp(
    row: BridgeMessage,
    reason: IncompleteReason,
    { answer, context }: { readonly answer: LookupResult; readonly context: RowContext },
  ): RowOutcome {
    if (answer.kind !== 'unavailable') return this.countDropped(reason, context);
    if (context.kind === 'replay') throw new BridgeUnavailable(answer.detail);
    return context.isWhole !== true && this.recheckLater(row, context)
      ? 'done'
      : this.countDropped(reason, context);
  }

  /** @returns whether no further recheck is needed. Never throws. */
  private async recheck(row: BridgeMessage, context: RowContext, isLast: boolean): Promise<boolean> {
    try {
      const asked =
        context.kind === 'edit'
          ? await this.parts.lookup.changed(row, context.sink)
          : await this.parts.lookup.whole(row);
      const latest = asked.kind === 'row' ? asked.row : row;
      const conversion = await this.convert(latest, { ...context, isWhole: isLast });
      if (conversion.kind === 'incomplete' && !isLast) return false;
      if (!this.parts.seen.isNews(latest)) return false;
      await this.act(latest, conversion, { ...context, isWhole: true });
      return true;
    } catch {
      if (isLast) this.options.lost();
      return isLast;
    }
  }
}

const isAwaited = (reason: IncompleteReason): reason is AwaitedReason =>
  reason === 'empty' || reason === 'no-files';
