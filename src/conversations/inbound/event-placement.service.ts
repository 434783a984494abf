import { Injectable } from '@nestjs/common';
import type { Tx } from '../../persistence/index.js';
import type { Refusal } from '../gate/gate-decision.js';
import { InboxRepository, type NewEvent } from '../inbox/inbox.repository.js';
import { Joining } from '../turns/joining.service.js';
import { DroppedEvents } from './dropped-events.service.js';
import { InboundLanes, type Lane } from './inbound-lanes.js';

/** Puts a new event into a lane, or ends it at once if its sender may not write. */
@Injectable()
export class EventPlacement {
  constructor(
    private readonly lanes: InboundLanes,
    private readonly joining: Joining,
    private readonly dropped: DroppedEvents,
    private readonly inbox: InboxRepository,
  ) {}

  /** The place of the event, judged by the facts that are known about its sender now. */
  placeOf(stored: NewEvent): Promise<Lane | Refusal> {
    return this.lanes.firstLaneOf(stored);
  }

  /** Must be called in the transaction that stores the event. */
  async put(tx: Tx, stored: NewEvent, place: Lane | Refusal): Promise<void> {
    if (place.kind === 'refuse') return this.dropped.conclude(tx, stored, place.reason);
    await this.joining.noteArrival(tx, stored);
    await this.inbox.readFacts(tx, await this.lanes.enqueue(tx, stored, place.name));
  }
}
