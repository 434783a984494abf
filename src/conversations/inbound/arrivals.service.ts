import { Injectable } from '@nestjs/common';
import type { InboundEvent } from '../../channels/index.js';
import { Clock, newId } from '../../common/index.js';
import type { Tx } from '../../persistence/index.js';
import { InboundLanes } from './inbound-lanes.js';
import type { NewEvent } from '../inbox/inbox.repository.js';
import { SenderGate } from '../gate/sender-gate.service.js';
import { SessionRouter } from '../sessions/session-router.js';

/** An event as it is written down, and the lane it waits in. */
export interface Arrival {
  readonly stored: NewEvent;
  readonly lane: string;
}

/** Says where what arrives belongs, by what is known now: its session, and its lane. */
@Injectable()
export class Arrivals {
  constructor(
    private readonly lanes: InboundLanes,
    private readonly router: SessionRouter,
    private readonly senders: SenderGate,
    private readonly clock: Clock,
  ) {}

  async of(event: InboundEvent): Promise<Arrival> {
    const receivedAt = this.clock.now();
    const sessionKey = this.router.sessionOf(event);
    const stored = { id: newId('evt', receivedAt), sessionKey, event, receivedAt };
    const lane = this.lanes.laneOf(stored, (await this.senders.judge(stored)).kind === 'admit');
    return { stored, lane };
  }

  enqueue(tx: Tx, eventId: string, lane: string): Promise<void> {
    return this.lanes.enqueue(tx, eventId, lane);
  }
}
