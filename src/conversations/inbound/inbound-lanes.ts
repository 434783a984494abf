import { Injectable } from '@nestjs/common';
import {
  type ClaimedJob,
  Database,
  DONE,
  JobQueue,
  type JobResult,
  type Tx,
} from '../../persistence/index.js';
import { CommandReader } from '../inbox/command-reader.js';
import type { StoredEvent } from '../inbox/stored-event.js';

export const INBOUND_JOB = 'inbound';
/** Events that never wait for a model: unknown senders, votes, answers to an offered file, and commands that change nothing. */
export const ASIDE_JOB = 'inbound-aside';
const ASIDE = /^(?:gate|command):/;
/** These belong between the messages they stand between. */
const IN_TURN = ['new', 'model'];

/**
 * Which events wait for each other. Those of people who are let in go one by one through their session; those
 * of everyone else, and votes and answers to an offered file, are dealt with in a lane of their conversation, so that  * stranger waits for, or holds up, a turn of people they have nothing to do with, and no count waits for an answer.
 */
@Injectable()
export class InboundLanes {
  constructor(
    private readonly db: Database,
    private readonly queue: JobQueue,
    private readonly commands: CommandReader,
  ) {}

  /** The lane by what is known now; the job judges again, and moves an event that belongs elsewhere meanwhile. */
  laneOf({ sessionKey, event }: Pick<StoredEvent, 'sessionKey' | 'event'>, isLetIn: boolean): string {
    if (!isLetIn || event.kind === 'poll-vote' || event.kind === 'file-answer')
      return `gate:${event.channel}:${event.account}:${event.conversation.id}`;
    // What stops a turn, or asks how it is doing, must not wait for its end.
    const command = this.commands.read(event, sessionKey);
    return command && !IN_TURN.includes(command.name) ? `command:${sessionKey}` : sessionKey;
  }

  async enqueue(tx: Tx, eventId: string, lane: string): Promise<void> {
    const kind = ASIDE.test(lane) ? ASIDE_JOB : INBOUND_JOB;
    await this.queue.enqueue(tx, { kind, key: lane, payload: { eventId } });
  }

  /** Let in between the acceptance and now: the event takes its place in the session. */
  async move(job: ClaimedJob, eventId: string, lane: string): Promise<JobResult> {
    await this.db.transaction(async (tx) => {
      await this.enqueue(tx, eventId, lane);
      await job.complete(tx);
    });
    return DONE;
  }

  /** The event is done: only its job was left. */
  async skip(job: ClaimedJob): Promise<JobResult> {
    await this.db.transaction((tx) => job.complete(tx));
    return DONE;
  }

  /** Ends the back-off of what waits in a session. */
  hurry(sessionKey: string): Promise<void> {
    return this.queue.expedite(INBOUND_JOB, sessionKey);
  }
}
