import type { AccountId, InboundSink } from '../../channels/index.js';
import type { ReplayBarrier } from './replay-barrier.js';
import type { RowIngest } from './row-ingest.js';
import { isOwnRow, rowIdIn } from '../service/messages/message.js';
import type { RowOrder } from '../service/messages/row-order.js';

/** An event came for an account that is not connected: the caller answers 503. */
export class NotConnected extends Error {}

/** The event by which the gateway calls its own webhook; nothing follows from it. */
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

/**
 * Events that bring a row of their own, each in its place. Those of groups come once more as `new-message`, and
 * sometimes only so.
 */
const ROW_EVENTS: ReadonlySet<string> = new Set(['new-message', ...GROUP_EVENTS]);

/** Known, not subscribed to, and sent all the same to an address that a person registered for everything. */
const UNUSED_EVENTS: ReadonlySet<string> = new Set(['typing-indicator', 'chat-read-status-changed']);

export interface WebhookEventsListener {
  /** The bridge has just started. */
  hello(): void;
  /** A webhook came; the bridge may have been thought to be away. */
  signOfLife(): void;
  /** An event could not be stored; the bridge will not say it again. */
  lost(): void;
}

/** Dispatches the webhook events of an account: each kind to its handler, messages in their order. */
export class WebhookEvents {
  private readonly receiving = new Set<Promise<void>>();

  constructor(
    private readonly account: AccountId,
    private readonly rowIngest: Pick<RowIngest, 'live' | 'update' | 'sendError'>,
    private readonly ordering: { readonly replayBarrier: ReplayBarrier; readonly rows: RowOrder },
    private readonly listener: WebhookEventsListener,
  ) {}

  /** Resolves when the event is stored, or is nothing to store; throws what the sink throws. */
  async take(type: string, data: unknown, sink: InboundSink): Promise<void> {
    const work = this.dispatch(type, data, sink);
    this.receiving.add(work);
    try {
      await work;
    } catch (error) {
      this.listener.lost();
      throw error;
    } finally {
      this.receiving.delete(work);
    }
  }

  /** Resolves when nothing is under way any more; never throws. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.receiving);
  }

  private async dispatch(type: string, data: unknown, sink: InboundSink): Promise<void> {
    if (ROW_EVENTS.has(type)) return this.row(data, sink);
    if (type === SELF_TEST_EVENT) return;
    this.ordering.rows.note(rowIdIn(data));
    if (type === 'message-send-error') await this.rowIngest.sendError(data, sink);
    else if (type === 'updated-message') await this.update(data, sink);
    else if (type === 'hello-world') this.listener.hello();
    else sink.dropped(this.account, UNUSED_EVENTS.has(type) ? 'unused-event' : 'unsupported-event');
  }

  /** After the message it is about, should that still have to be fetched. */
  private async update(data: unknown, sink: InboundSink): Promise<void> {
    await this.ordering.replayBarrier.passes();
    await this.rowIngest.update(data, sink);
  }

  private async row(data: unknown, sink: InboundSink): Promise<void> {
    const { replayBarrier } = this.ordering;
    this.listener.signOfLife();
    const turn = this.turnOf(data, sink);
    if (turn) await turn;
    if (!(await replayBarrier.passes())) throw new NotConnected('older messages are fetched first');
    await this.rowIngest.live(data, sink);
  }

  /** The echo of our own message fills a gap, but need not come in order itself. */
  private turnOf(data: unknown, sink: InboundSink): Promise<void> | undefined {
    const rowId = rowIdIn(data);
    const elsewhere = (after: number, before: number) => sink.sequencesBetween(this.account, after, before);
    if (!isOwnRow(data)) return this.ordering.rows.turn(rowId, elsewhere);
    this.ordering.rows.note(rowId);
    return undefined;
  }
}
