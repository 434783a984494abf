import type { InboundMessage, InboundSink } from '../../channels/index.js';
import type { Bridge } from '../service/bridge.js';
import type { BridgeMessage } from '../service/messages/message.js';
import { filesKeyOf } from '../ids/id.js';
import type { Conversion } from './convert.js';
import type { Cursor } from './rows/cursor.js';
import { isBeforeFirstStart } from './first-start.js';
import type { SeenMessages } from './seen-messages.js';

type EventConversion = Extract<Conversion, { kind: 'event' }>;

/** `repeated`: forwarded before. `hides-edit`: forwarded before, and edited since. `before-first-start`: too old. */
export type ForwardResult = 'forwarded' | 'repeated' | 'hides-edit' | 'before-first-start';

/** How long a message may be waiting for its answer when its files arrive, ms. */
const LATE_FILES_MS = 10 * 60_000;

/** Forwards events to the sink, and files that arrive after their message. */
export class EventForwarder {
  constructor(
    private readonly bridge: Pick<Bridge, 'client' | 'clock'>,
    private readonly cursor: Cursor,
    private readonly seen: SeenMessages,
  ) {}

  /** A repeated message that was edited in the meantime has to carry its edit, which may not come in any other way. */
  async forward(row: BridgeMessage, { event }: EventConversion, sink: InboundSink): Promise<ForwardResult> {
    if (await this.isBeforeFirstStart(row)) return 'before-first-start';
    const isRepeated = (await sink.accept(event)) === 'duplicate';
    if (isRepeated && event.kind === 'message') await this.forwardFiles(row, event, sink);
    const hidesEdit = isRepeated && event.kind === 'message' && this.seen.isEdit(row);
    this.seen.remember(row);
    if (hidesEdit) return 'hides-edit';
    return isRepeated ? 'repeated' : 'forwarded';
  }

  /**
   * Late files become a message that replies to the original one, so that the model sees where they belong. Until that is
   * answered they are answered with it.
   */
  private async forwardFiles(row: BridgeMessage, event: InboundMessage, sink: InboundSink): Promise<void> {
    if (!this.seen.hasNewFiles(row) || !(await this.isNoted(row))) return;
    const attachments = event.attachments.slice(this.seen.filesForwarded(row.guid));
    const inboxKey = filesKeyOf(row.guid, event.attachments.length);
    const link = { replyTo: event.messageId, continues: event.inboxKey, continuesWithinMs: LATE_FILES_MS };
    const { subject: _, awaitsMs: __, ...said } = event;
    await sink.accept({ ...said, text: '', covers: [], inboxKey, attachments, ...link });
  }

  private async isNoted({ createdAt }: BridgeMessage): Promise<boolean> {
    const { filesNotedSince } = await this.cursor.load();
    return (createdAt ?? 0) >= filesNotedSince + (this.bridge.client.clockOffsetMs ?? 0);
  }

  private async isBeforeFirstStart(row: BridgeMessage): Promise<boolean> {
    const { firstStart } = await this.cursor.load();
    const { client, clock } = this.bridge;
    return isBeforeFirstStart(row, firstStart, { now: clock.now(), offset: client.clockOffsetMs ?? 0 });
  }
}
