import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { type InboundEvent, targetOf } from '../channels/index.js';
import { Database, type Tx } from '../persistence/index.js';
import {
  DuplicateEventError,
  InboxRepository,
  type NewEvent,
  type Refusal,
  SessionRouter,
  type StoredEvent,
} from '../conversations/index.js';
import { Joining, mayContinueAnother } from '../turns/index.js';
import { tracer } from '../common/index.js';
import { OurMessages } from '../delivery/index.js';
import { changesAnother, DroppedEvents } from './dropped-events.service.js';
import { type InboundLane, InboundLanes } from './inbound-lanes.js';

/** Stores events before the remote gets its acknowledgement (DESIGN 4, accept). */
@Injectable()
export class Inbox {
  /** Counts events as they are stored, before the gate judges them. */
  private readonly counter: Counter<'channel' | 'account' | 'result'>;

  constructor(
    registry: Registry,
    private readonly db: Database,
    private readonly repository: InboxRepository,
    private readonly router: SessionRouter,
    private readonly lanes: InboundLanes,
    private readonly joining: Joining,
    private readonly dropped: DroppedEvents,
    private readonly ourMessages: OurMessages,
  ) {
    this.counter = new Counter({
      name: 'gatehouse_inbound_events_total',
      help: 'Inbound events by channel, account and result (stored, duplicate).',
      labelNames: ['channel', 'account', 'result'],
      registers: [registry],
    });
  }

  /**
   * Resolves when the event is on disk together with its job, or, if its sender may not write, together with its end. A
   * second event with the same key changes nothing.
   */
  async accept(event: InboundEvent): Promise<'stored' | 'duplicate'> {
    const stored = this.repository.newEvent(event, this.router.sessionOf(event));
    const { channel, account, kind } = event;
    const result = await (tracer?.accept({ id: stored.id, channel, account, kind }, () =>
      this.store(stored),
    ) ?? this.store(stored));
    this.counter.inc({ channel, account, result });
    return result;
  }

  private async store(stored: NewEvent): Promise<'stored' | 'duplicate'> {
    const lane = await this.of(stored);
    try {
      await this.db.transaction((tx) => this.storeIn(tx, stored, lane), {
        isBatch: !this.readsFirst(stored, lane),
      });
      return 'stored';
    } catch (error) {
      if (error instanceof DuplicateEventError) return 'duplicate';
      throw error;
    }
  }

  /** Awaits no answer in the middle, because nearly every event is new. */
  private async storeIn(tx: Tx, stored: NewEvent, lane: InboundLane | Refusal): Promise<void> {
    await Promise.all([
      this.repository.insert(tx, stored),
      this.enqueueOrDrop(tx, stored, lane),
      ...coveredBy(stored.event).map((key) => this.repository.insertDone(tx, covered(stored, key))),
    ]);
  }

  /** The lane, or the refusal, by the facts that are known about the sender now. */
  private of(stored: NewEvent): Promise<InboundLane | Refusal> {
    return this.lanes.firstLaneOf(stored);
  }

  /** Whether `enqueueOrDrop` reads another message before it writes. */
  private readsFirst({ event }: NewEvent, lane: InboundLane | Refusal): boolean {
    return lane.kind === 'refuse' ? changesAnother(event) : !lane.isAnswer && mayContinueAnother(event);
  }

  /** Must be called in the transaction that stores the event. */
  private async enqueueOrDrop(tx: Tx, stored: NewEvent, lane: InboundLane | Refusal): Promise<void> {
    if (lane.kind === 'refuse') return this.dropped.conclude(tx, stored, lane.reason);
    if (!lane.isAnswer) await this.joining.noteArrival(tx, stored);
    const prepareSubject = async (hasRoom: boolean) => (hasRoom ? this.withFacts(tx, stored) : undefined);
    await this.lanes.enqueue(tx, stored, lane.name, prepareSubject);
  }

  private withFacts(tx: Tx, stored: NewEvent): Promise<StoredEvent | undefined> {
    const { event } = stored;
    const scope = event.kind === 'message' ? this.ourMessages.scopeOf(targetOf(event)) : undefined;
    return this.repository.withFacts(tx, stored, scope);
  }
}

const coveredBy = (event: InboundEvent): readonly string[] =>
  event.kind === 'message' ? (event.covers ?? []) : [];

/** The inbox key of a further thing that an event reports, so that a later event about it counts as a duplicate. */
const covered = ({ event: { channel, account }, sessionKey, receivedAt }: NewEvent, inboxKey: string) => ({
  channel,
  account,
  inboxKey,
  sessionKey,
  receivedAt,
  reason: 'covered' as const,
});
