import { Logger } from '@nestjs/common';
import { conversationOf, IMBRIDGE } from './imbridge.id.js';
import type { AccountId, InboundSink } from '../channels/index.js';
import { errorText } from '../common/index.js';
import { type Conversion, convert } from './imbridge.convert.js';
import type { Cursor } from './imbridge.cursor.js';
import { type BridgeMessage, readMessage } from './imbridge.message.js';
import type { Bridge } from './imbridge.outbound.js';

export interface IntakeOptions {
  readonly account: AccountId;
  readonly maxAgeMs: number;
}

/** How much older than our first start a message may look. */
const START_TOLERANCE_MS = 60_000;

/** The bridge could not be asked for the rest of a message; the catch-up stops here and comes back. */
export class BridgeUnavailable extends Error {}

/**
 * Takes message rows from the webhook (`live`) and from the catch-up (`replay`), decides what each is and
 * hands it to the sink. Resolves when the sink has stored it; throws only what the sink throws, and
 * BridgeUnavailable out of a replay.
 */
export class Intake {
  private readonly logger = new Logger(Intake.name);

  constructor(
    private readonly options: IntakeOptions,
    private readonly bridge: Bridge,
    private readonly cursor: Cursor,
  ) {}

  /** A `new-message` webhook. */
  async live(data: unknown, sink: InboundSink): Promise<void> {
    const row = readMessage(data);
    if (!row) return this.drop('unreadable', sink);
    await this.knowOurselves();
    const conversion = this.convert(row, false);
    if (conversion.kind === 'own') return this.own(row, sink);
    if (await this.isTooOld(row)) return this.drop('too-old', sink);
    await this.settle(row, conversion, { sink, isReplay: false });
  }

  /** A row of the catch-up; never too old, and an own one is no news any more. */
  async replay(row: BridgeMessage, sink: InboundSink): Promise<void> {
    await this.settle(row, this.convert(row, true), { sink, isReplay: true });
  }

  /** A `message-send-error` webhook: the bridge's word that a message of ours did not get through. */
  async sendError(data: unknown, sink: InboundSink): Promise<void> {
    const row = readMessage(data);
    if (!row) return this.drop('unreadable', sink);
    await this.receipt('failed', row, sink);
  }

  /** A chat with oneself must be known as such from the first message on; later this costs nothing. */
  private async knowOurselves(): Promise<void> {
    const { info } = this.bridge;
    if (!info.known()) await info.refresh();
  }

  private convert(row: BridgeMessage, isLate: boolean): Conversion {
    const { info, clock, recent } = this.bridge;
    if (recent.isOurs(row.guid)) return { kind: 'own' };
    const { account } = this.options;
    return convert(row, { account, isOwnAddress: info.isOwnAddress, now: clock.now(), isLate });
  }

  private async settle(row: BridgeMessage, conversion: Conversion, way: Way): Promise<void> {
    switch (conversion.kind) {
      case 'own':
        return this.drop('own-message', way.sink);
      case 'dropped':
        return this.drop(conversion.reason, way.sink);
      case 'message':
        this.bridge.chats.remember(conversationOf(conversion.chat), conversion.chat.guid);
        if (await this.isBeforeFirstStart(row)) return this.drop('before-first-start', way.sink);
        await way.sink.accept(conversion.message);
        return;
      case 'incomplete':
        return this.complete(row, conversion.reason, way);
    }
  }

  /** The bridge's own echo of something it sent is a receipt; it also tells what the chat is called. */
  private async own(row: BridgeMessage, sink: InboundSink): Promise<void> {
    if (row.chat) this.bridge.chats.remember(conversationOf(row.chat), row.chat.guid);
    await this.drop('own-message', sink);
    await this.receipt(row.error === 0 ? 'sent' : 'failed', row, sink);
  }

  /** Asks the bridge once for what the event left out (wire 6.1 row 10). */
  private async complete(row: BridgeMessage, reason: string, way: Way): Promise<void> {
    const result = await this.bridge.client.message(row.guid);
    if (!result.ok && result.failure.kind !== 'refused' && way.isReplay)
      throw new BridgeUnavailable(result.failure.detail);
    const whole = result.ok ? readMessage(result.data) : undefined;
    const conversion = whole && this.convert(whole, way.isReplay);
    if (!whole || !conversion || conversion.kind === 'incomplete') return this.drop(reason, way.sink);
    await this.settle(whole, conversion, way);
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

  /** A fresh Mac fills itself from the cloud, with new ROWIDs for what was written long before us. */
  private async isBeforeFirstStart(row: BridgeMessage): Promise<boolean> {
    if (row.createdAt === undefined) return false;
    const { firstStartedAt } = await this.cursor.load();
    return row.createdAt < firstStartedAt + (this.bridge.client.clockOffsetMs ?? 0) - START_TOLERANCE_MS;
  }

  private async receipt(kind: 'sent' | 'failed', row: BridgeMessage, sink: InboundSink): Promise<void> {
    const correlation = row.tempGuid === undefined ? {} : { correlationId: row.tempGuid };
    const at = row.createdAt ?? this.bridge.clock.now();
    try {
      await sink.receipt({
        channel: IMBRIDGE,
        account: this.options.account,
        kind,
        ...correlation,
        messageId: row.guid,
        at,
      });
    } catch (error) {
      // Losing a receipt does no harm: an unknown send is reconciled by asking.
      this.logger.warn(`a receipt of ${this.options.account} was lost: ${errorText(error)}`);
    }
  }

  private async drop(reason: string, sink: InboundSink): Promise<void> {
    sink.dropped(this.options.account, reason);
  }
}

interface Way {
  readonly sink: InboundSink;
  readonly isReplay: boolean;
}
