import { Injectable } from '@nestjs/common';
import { targetOf } from '../channels/index.js';
import { OurMessages } from '../delivery/index.js';
import {
  type ClaimedJob,
  Database,
  DONE,
  JobQueue,
  type JobResult,
  type NewJob,
  type Tx,
} from '../persistence/index.js';
import {
  answerFormOf,
  AskedApprovals,
  commandLane,
  CommandReader,
  gateLane,
  InboxRepository,
  isGateLane,
  kindOfLane,
  type NewEvent,
  type Refusal,
  SenderGate,
  type StoredEvent,
} from '../conversations/index.js';

/** Commands that keep their order among the messages of the session, because they change the answers after them. */
const KEPT_IN_ORDER = ['new', 'model'];

export interface InboundLane {
  readonly kind: 'lane';
  readonly name: string;
  /** Whether the event answers an approval: it then belongs to no other message. */
  readonly isAnswer: boolean;
}

/** The facts about an event by which its lane is chosen. */
export interface Known {
  readonly isLetIn: boolean;
  readonly isAnswer: boolean;
}

/**
 * Decides which events wait for each other. Events of people with access go through the lane of their session. Events
 * of everyone else, votes, and answers to approvals and offered files go through a lane of their conversation. So an
 * unknown sender neither waits for nor delays other people's turns, and no vote or answer waits for a turn.
 */
@Injectable()
export class InboundLanes {
  constructor(
    private readonly db: Database,
    private readonly queue: JobQueue,
    private readonly commands: CommandReader,
    private readonly inbox: InboxRepository,
    private readonly senders: SenderGate,
    private readonly ourMessages: OurMessages,
    private readonly asked: AskedApprovals,
  ) {}

  /**
   * The lane of a new event, judged by the facts that are known about its sender now, or a final refusal, which needs
   * no lane.
   */
  async firstLaneOf(stored: NewEvent): Promise<InboundLane | Refusal> {
    const known = await this.judge(stored);
    if ('kind' in known) return known;
    return { kind: 'lane', name: this.laneOf(stored, known), isAnswer: known.isAnswer };
  }

  /** The lane as far as it is known now. The job judges again, and moves an event that by then belongs elsewhere. */
  laneOf(
    { sessionKey, event }: Pick<StoredEvent, 'sessionKey' | 'event'>,
    { isLetIn, isAnswer }: Known,
  ): string {
    if (!isLetIn || isAnswer || event.kind === 'poll-vote' || event.kind === 'file-answer')
      return gateLane(event);
    // Other commands do not wait for the turn in progress: they may stop it or ask for its state.
    const command = this.commands.read(event, sessionKey);
    return command && !KEPT_IN_ORDER.includes(command.name) ? commandLane(sessionKey) : sessionKey;
  }

  /** Must be called in the transaction that stores the event. */
  async enqueue(
    tx: Tx,
    stored: NewEvent,
    lane: string,
    prepareSubject: NonNullable<NewJob['prepareSubject']>,
  ): Promise<void> {
    await Promise.all([
      this.queue.enqueue(tx, { ...jobIn(lane, stored.id), prepareSubject }),
      isGateLane(lane) ? undefined : this.inbox.follower?.received(tx, stored),
    ]);
  }

  /** Moves an event whose sender got access after it was accepted to the lane of its session. */
  async move(job: ClaimedJob, stored: NewEvent, lane: string): Promise<JobResult> {
    const isFirst = isGateLane(job.key) && !isGateLane(lane);
    const move = (tx: Tx) =>
      Promise.all([
        this.queue.enqueue(tx, jobIn(lane, stored.id)),
        job.complete(tx),
        isFirst ? this.inbox.follower?.received(tx, stored) : undefined,
      ]);
    await this.db.transaction(move, { isBatch: true });
    return DONE;
  }

  /** Ends the job of an event that is already done. */
  async skip(job: ClaimedJob): Promise<JobResult> {
    await this.db.transaction((tx) => job.complete(tx), { isBatch: true });
    return DONE;
  }

  /** Judges an event when it arrives, by the facts that are known then. A refusal is final. */
  private async judge(stored: NewEvent): Promise<Known | Refusal> {
    const verdict = await this.senders.judge(stored);
    if (verdict.kind === 'refuse' && (await this.isFinal(stored, verdict))) return verdict;
    const isLetIn = verdict.kind === 'admit';
    return { isLetIn, isAnswer: isLetIn && (await this.isAnswer(stored)) };
  }

  /**
   * Whether the job would certainly refuse the event too. Not if it may be a message of ours or a copy of one in a chat
   * with oneself, and not if the account is merely about to connect.
   */
  private async isFinal({ event }: NewEvent, { reason }: Refusal): Promise<boolean> {
    if (event.sender.isSelf || reason === 'account-not-enabled') return false;
    return event.kind !== 'message' || !(await this.ourMessages.isOurs(targetOf(event), event.messageId));
  }

  private async isAnswer({ event }: NewEvent): Promise<boolean> {
    const form = answerFormOf(event);
    return form !== undefined && (await this.asked.answerIn(event, form)) !== undefined;
  }
}

const jobIn = (lane: string, eventId: string): NewJob => ({
  kind: kindOfLane(lane),
  key: lane,
  payload: { eventId },
});
