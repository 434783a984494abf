import type { DropReason } from './drop-reasons.js';
import type { AccountId, InboundSink } from '../../channels/index.js';
import type { ReplayBarrier } from './replay-barrier.js';
import type { RowIngest } from './rows/row-ingest.js';
import { isOwnRow, rowIdIn } from '../service/messages/message.js';
import type { RowOrder, RowSources } from '../service/messages/row-order.js';
import type { GapRows } from './rows/gap-rows.js';

/** An event came for an account that is not connected: the caller answers 503. */
export class NotConnected extends Error {}

/** The event with which the gateway tests its own webhook; it has no effect. */
export const SELF_TEST_EVENT = 'gatehouse-self-test';

/** Events of groups; each brings a row of its own. */
export const GROUP_EVENTS = [
  'group-name-change',
  'group-icon-changed',
  'group-icon-removed',
  'participant-added',
  'participant-removed',
  'participant-left',
] as const;

/** Events with a row of their own. Events of groups also come as `new-message`, and sometimes only that way. */
const ROW_EVENTS: ReadonlySet<string> = new Set(['new-message', ...GROUP_EVENTS]);

/** The event that `callBack` makes the bridge send. */
export const READ_STATUS_EVENT = 'chat-read-status-changed';

/** Known events that we do not subscribe to; they come when a person registered the webhook by hand for all events. */
const UNUSED_EVENTS: ReadonlySet<string> = new Set(['typing-indicator', READ_STATUS_EVENT]);

export interface WebhookEventsListener {
  /** The bridge has just started. */
  hello(): void;
  /** A webhook came, so a bridge considered away is back. */
  signOfLife(): void;
  /** An event could not be stored, and the bridge will not repeat it. */
  lost(): void;
}

/** Dispatches the webhook events of an account: each kind to its handler, messages in their order. */
export class WebhookEvents {
  private readonly receiving = new Set<Promise<unknown>>();

  constructor(
    private readonly account: AccountId,
    private readonly rowIngest: Pick<RowIngest, 'live' | 'update' | 'sendError'>,
    private readonly ordering: {
      readonly replayBarrier: ReplayBarrier;
      readonly rows: RowOrder;
      readonly gapRows: Pick<GapRows, 'fill'>;
    },
    private readonly listener: WebhookEventsListener,
  ) {}

  /** Resolves when the event is stored or needs no storing; throws what the sink throws. */
  async handle(type: string, data: unknown, sink: InboundSink): Promise<void> {
    const work = this.dispatch(type, data, sink);
    if (!work) return;
    try {
      await this.tracked(work);
    } catch (error) {
      this.listener.lost();
      throw error;
    }
  }

  /** Fetches rows before a message of ours whose webhooks were lost. Never throws. */
  settle(sink: InboundSink): Promise<void> {
    return this.tracked(this.ordering.rows.settle(this.sourcesOf(sink)));
  }

  /** Resolves when no work is running; never throws. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.receiving);
  }

  /** @returns undefined when nothing has to be stored */
  private dispatch(type: string, data: unknown, sink: InboundSink): Promise<void> | undefined {
    if (ROW_EVENTS.has(type)) return this.row(data, sink);
    if (type === SELF_TEST_EVENT) return undefined;
    // The update of a person's message does not bring the message, whose own webhook may be late or lost.
    if (isOwnRow(data)) this.ordering.rows.recordRow(rowIdIn(data));
    if (type === 'message-send-error') return this.rowIngest.sendError(data, sink);
    if (type === 'updated-message') return this.update(data, sink);
    if (type === READ_STATUS_EVENT) this.listener.signOfLife();
    if (type === 'hello-world') this.listener.hello();
    else this.countDropped(UNUSED_EVENTS.has(type) ? 'unused-event' : 'unsupported-event', sink);
    return undefined;
  }

  private countDropped(reason: DropReason, sink: InboundSink): void {
    sink.dropped(this.account, reason);
  }

  /** Runs after the message that it concerns, which may still have to be fetched. */
  private async update(data: unknown, sink: InboundSink): Promise<void> {
    const { replayBarrier } = this.ordering;
    if (!replayBarrier.isOpen) await replayBarrier.passes();
    await this.rowIngest.update(data, sink);
  }

  private async row(data: unknown, sink: InboundSink): Promise<void> {
    const { replayBarrier } = this.ordering;
    this.listener.signOfLife();
    // First, because a gap may be filled by what the barrier waits for.
    if (!replayBarrier.isOpen) await this.passBarrier(data);
    const wait = this.waitOf(data, sink);
    if (wait) await wait;
    // A released message has waited as long as may be, unless the bridge is back and tells the older ones.
    if (!replayBarrier.isOpen && !replayBarrier.isReleased) await this.passBarrier(data);
    await this.rowIngest.live(data, sink);
  }

  private async passBarrier(data: unknown): Promise<void> {
    const hasPassed = await this.ordering.replayBarrier.passes(rowIdIn(data));
    if (!hasPassed) throw new NotConnected('older messages must be fetched first');
  }

  /** The echo of our own message fills a gap in the order, but need not wait for those before it. */
  private waitOf(data: unknown, sink: InboundSink): Promise<void> | undefined {
    const rowId = rowIdIn(data);
    if (!isOwnRow(data)) return this.ordering.rows.inOrder(rowId, this.sourcesOf(sink));
    this.ordering.rows.recordRow(rowId);
    return undefined;
  }

  private sourcesOf(sink: InboundSink): RowSources {
    return {
      elsewhere: (after, before) => sink.sequencesBetween(this.account, after, before),
      fill: (gap) => this.tracked(this.ordering.gapRows.fill(gap, sink)),
    };
  }

  private async tracked<T>(work: Promise<T>): Promise<T> {
    this.receiving.add(work);
    try {
      return await work;
    } finally {
      this.receiving.delete(work);
    }
  }
}
