import { Injectable } from '@nestjs/common';
import type { InboundEvent, InboundMessage } from '../channels/index.js';
import { Clock } from '../common/index.js';
import { MessagesConfig } from '../config/index.js';
import { type ClaimedJob, Database, DONE, type JobResult, type Tx } from '../persistence/index.js';
import {
  AskedApprovals,
  CommandReader,
  InboxRepository,
  JoinsRepository,
  type MessagePart,
  type NewEvent,
  readPayload,
  type StoredEvent,
  type Utterance,
  type Waiting,
} from '../conversations/index.js';
import { RunningTurns } from './running-turns.js';

/** A person who continues to write is answered at the latest this many pauses after their first message. */
const MOST_PAUSES = 5;
/** How far the clock of the replica that has received a message may be ahead of ours, ms. */
const LARGEST_SKEW_MS = 10_000;

/** Decides which messages are answered as one, by the operator's settings and the messages themselves. */
@Injectable()
export class JoiningRules {
  constructor(
    private readonly messages: MessagesConfig,
    private readonly commands: CommandReader,
    private readonly asked: AskedApprovals,
    private readonly clock: Clock,
  ) {}

  /** Whether one person's messages are joined in this place. */
  coalesces({ event: { channel } }: StoredEvent): boolean {
    return this.coalesceMs(channel) > 0;
  }

  /** How much longer a message waits for a continuation, ms. A message that was fetched later has waited already. */
  waitMs({ event, receivedAt, parts }: StoredEvent<InboundMessage>): number {
    const coalesceMs = this.coalesceMs(event.channel);
    const awaitsMs = event.isLate ? 0 : (event.awaitsMs ?? 0);
    const pauseMs = Math.max(coalesceMs, awaitsMs);
    const sinceFirstMs = receivedAt - (parts?.[0]?.receivedAt ?? receivedAt);
    const mostMs = Math.max(MOST_PAUSES * coalesceMs, awaitsMs) - sinceFirstMs;
    const waitedMs = this.clock.now() - receivedAt;
    // The clock was set back since it came, and no one knows how long ago that was.
    if (waitedMs < -LARGEST_SKEW_MS) return 0;
    return Math.min(pauseMs, mostMs) - Math.max(0, waitedMs);
  }

  /** Whether the next waiting event of the place continues a message. */
  isNextOf({ event, receivedAt, sessionKey, parts }: StoredEvent<InboundMessage>, next: Waiting): boolean {
    if (next.session_key !== sessionKey || next.sender_id !== event.sender.id) return false;
    const coalesceMs = this.coalesceMs(event.channel);
    const isInTime = next.received_at - receivedAt <= coalesceMs;
    const sinceFirst = next.received_at - (parts?.[0]?.receivedAt ?? receivedAt);
    if (!isInTime || sinceFirst > MOST_PAUSES * coalesceMs) return false;
    const { event: said } = readPayload(next.payload, { id: next.id, receivedAt: next.received_at });
    return this.isJoined(said) && this.commands.read(said, sessionKey) === undefined;
  }

  /** Whether others may be joined with it: not with what answers an approval, which is read alone. */
  isJoined(event: InboundEvent): boolean {
    return event.kind === 'message' && !this.asked.mayAnswer(event);
  }

  private coalesceMs(channel: string): number {
    const { coalesceMs = 0 } = this.messages;
    return typeof coalesceMs === 'number' ? coalesceMs : (coalesceMs[channel] ?? 0);
  }
}

/**
 * Joins messages that one person writes in quick succession into one (ADR 0041): the earlier message is folded into the
 * later one, which waits behind it, in one transaction. So no message is lost and none is answered twice, even if the
 * program ends in the middle.
 */
@Injectable()
export class Joining {
  constructor(
    private readonly joins: JoinsRepository,
    private readonly inbox: InboxRepository,
    private readonly db: Database,
    private readonly rules: JoiningRules,
    private readonly running: RunningTurns,
  ) {}

  /**
   * Looks for an unanswered message that an arriving one continues, and marks it, so that the new message itself delays
   * nothing. Call it in the transaction that accepts the event. If a turn for the earlier message is running, it starts
   * again with both.
   */
  async noteArrival(tx: Tx, stored: NewEvent): Promise<void> {
    const { id, event, sessionKey } = stored;
    if (!mayContinueAnother(event)) return;
    const before = await this.waitingBefore(tx, stored, event);
    if (before?.session_key !== sessionKey || before.sender_id !== event.sender.id) return;
    const earlier = readPayload(before.payload, { id: before.id, receivedAt: before.received_at });
    if (!this.rules.isJoined(earlier.event)) return;
    await this.joins.mark(tx, before.id, id);
    tx.afterCommit(() => this.running.join({ id: before.id, sessionKey, event }));
  }

  private async waitingBefore(
    tx: Tx,
    stored: NewEvent,
    { continuesWithinMs = 0, continues }: InboundMessage,
  ): Promise<Waiting | undefined> {
    const named = continues === undefined ? undefined : await this.joins.waitingWith(tx, stored, continues);
    return named ?? (await this.joins.lastBefore(tx, stored, stored.receivedAt - continuesWithinMs));
  }

  /** @returns the end of the job when the message gets no turn of its own, or not yet */
  before(job: ClaimedJob, stored: StoredEvent<Utterance>): Promise<JobResult | undefined> | undefined {
    if (!isWhole(stored)) return undefined;
    if (stored.joinedBy !== undefined) return this.fold(job, stored, stored.joinedBy);
    const waitMs = this.rules.waitMs(stored);
    if (waitMs > 0) return this.wait(stored, waitMs);
    return this.rules.coalesces(stored) ? this.foldIntoNext(job, stored) : undefined;
  }

  private async foldIntoNext(
    job: ClaimedJob,
    stored: StoredEvent<InboundMessage>,
  ): Promise<JobResult | undefined> {
    const next = await this.joins.nextAfter(stored);
    return next && this.rules.isNextOf(stored, next) ? await this.fold(job, stored, next.id) : undefined;
  }

  /**
   * Asks the database again before waiting: a continuation stored since this message was read would not end the wait.
   */
  private async wait({ id }: StoredEvent, waitMs: number): Promise<JobResult> {
    const until = this.running.untilJoined(id);
    const [isJoined] = await this.joins.joinedAmong([id]);
    const afterMs = isJoined === undefined ? waitMs : 0;
    return { kind: 'retry', afterMs, until, reason: 'more may follow', free: true };
  }

  /** @returns undefined when the message to fold it into no longer waits */
  private async fold(
    job: ClaimedJob,
    stored: StoredEvent<InboundMessage>,
    into: string,
  ): Promise<JobResult | undefined> {
    const isFolded = await this.db.transaction(async (tx: Tx) => {
      if (!(await this.joins.prepend(tx, into, partsOf(stored)))) return false;
      await this.inbox.finish(tx, stored, { outcome: 'turn', judged: stored.judged });
      await job.complete(tx);
      return true;
    });
    return isFolded ? DONE : undefined;
  }
}

/** Whether the connector says that the message may continue an earlier one. */
export const mayContinueAnother = (event: InboundEvent): event is Continuation =>
  event.kind === 'message' && event.continuesWithinMs !== undefined;

type Continuation = InboundMessage & Required<Pick<InboundMessage, 'continuesWithinMs'>>;

/** Whether nothing of it has been answered yet and no tool has been used for it. */
const isWhole = (stored: StoredEvent<Utterance>): stored is StoredEvent<InboundMessage> =>
  stored.event.kind === 'message' && stored.alreadySaid === '' && !stored.hasActed;

/** The message was judged to be for the assistant, so its continuation is too, even in a group. */
function partsOf({ id, event, receivedAt, parts }: StoredEvent<InboundMessage>): readonly MessagePart[] {
  const all = parts ?? [{ id, event, receivedAt }];
  if (event.conversation.kind === 'direct') return all;
  return all.map((part) => ({ ...part, event: { ...part.event, mentionsUs: true } }));
}
