import { Injectable } from '@nestjs/common';
import { JobQueue, type Tx } from '../persistence/index.js';
import { parseCommand } from './commands/parse-command.js';
import type { StoredEvent } from './stored-event.js';

export const INBOUND_JOB = 'inbound';

/**
 * Which events wait for each other. Those of people who are let in go one by one through their session; those
 * of everyone else are judged in a lane of their conversation, so that no stranger waits for, or holds up, a
 * turn of people they have nothing to do with.
 */
@Injectable()
export class InboundLanes {
  constructor(private readonly queue: JobQueue) {}

  /** The lane by what is known now; the job judges again, and moves an event that belongs elsewhere meanwhile. */
  laneOf({ sessionKey, event }: Pick<StoredEvent, 'sessionKey' | 'event'>, isLetIn: boolean): string {
    if (!isLetIn) return `gate:${event.channel}:${event.account}:${event.conversation.id}`;
    // What stops a turn must not wait for its end.
    const overtakes = event.kind === 'message' && parseCommand(event.text)?.name === 'stop';
    return overtakes ? `stop:${sessionKey}` : sessionKey;
  }

  enqueue(tx: Tx, eventId: string, lane: string): Promise<void> {
    return this.queue.enqueue(tx, { kind: INBOUND_JOB, key: lane, payload: { eventId } });
  }
}
