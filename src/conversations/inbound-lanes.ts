import { Injectable } from '@nestjs/common';
import { JobQueue, type Tx } from '../persistence/index.js';
import { Gate } from './gate.service.js';
import type { StoredEvent } from './inbox.repository.js';

export const INBOUND_JOB = 'inbound';

/**
 * Which events wait for each other. Those of people who are let in go one by one through their session; those
 * of everyone else are judged in a lane of their conversation, so that no stranger waits for, or holds up, a
 * turn of people they have nothing to do with.
 */
@Injectable()
export class InboundLanes {
  constructor(
    private readonly gate: Gate,
    private readonly queue: JobQueue,
  ) {}

  /** The lane by what is known now; the job judges again, and moves an event whose sender was let in meanwhile. */
  async laneOf(stored: StoredEvent): Promise<string> {
    const verdict = await this.gate.judgeSender(stored);
    if (verdict.kind === 'admit') return stored.sessionKey;
    const { channel, account, conversation } = stored.event;
    return `gate:${channel}:${account}:${conversation.id}`;
  }

  enqueue(tx: Tx, eventId: string, lane: string): Promise<void> {
    return this.queue.enqueue(tx, { kind: INBOUND_JOB, key: lane, payload: { eventId } });
  }
}
