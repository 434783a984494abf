import { Injectable } from '@nestjs/common';
import { targetOf } from '../../channels/index.js';
import { OurMessages } from '../../delivery/index.js';
import type { Tx } from '../../persistence/index.js';
import type { Refusal } from '../gate/gate-decision.js';
import { InboxRepository } from '../inbox/inbox.repository.js';
import type { NewEvent, StoredEvent } from '../inbox/stored-event.js';
import { Joining, mayContinueAnother } from '../turns/joining.service.js';
import { changesAnother, DroppedEvents } from './dropped-events.service.js';
import { InboundLanes, type InboundLane } from './inbound-lanes.js';

export type Place = InboundLane | Refusal;

/** Puts a new event into a lane, or ends it at once if its sender may not write. */
@Injectable()
export class EventPlacement {
  constructor(
    private readonly lanes: InboundLanes,
    private readonly joining: Joining,
    private readonly dropped: DroppedEvents,
    private readonly inbox: InboxRepository,
    private readonly ourMessages: OurMessages,
  ) {}

  /** The place of the event, judged by the facts that are known about its sender now. */
  placeOf(stored: NewEvent): Promise<Place> {
    return this.lanes.firstLaneOf(stored);
  }

  /** Whether `place` reads another message before it writes. */
  readsFirst({ event }: NewEvent, place: Place): boolean {
    return place.kind === 'refuse' ? changesAnother(event) : mayContinueAnother(event);
  }

  /** Must be called in the transaction that stores the event. */
  async place(tx: Tx, stored: NewEvent, place: Place): Promise<void> {
    if (place.kind === 'refuse') return this.dropped.conclude(tx, stored, place.reason);
    await this.joining.noteArrival(tx, stored);
    const subject = async (hasRoom: boolean) => (hasRoom ? this.arrived(tx, stored) : undefined);
    await this.lanes.enqueue(tx, stored.id, place.name, subject);
  }

  private arrived(tx: Tx, stored: NewEvent): Promise<StoredEvent | undefined> {
    const { event } = stored;
    const scope = event.kind === 'message' ? this.ourMessages.scopeOf(targetOf(event)) : undefined;
    return this.inbox.withFacts(tx, stored, scope);
  }
}
