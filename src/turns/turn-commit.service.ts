import { Injectable } from '@nestjs/common';
import {
  type ChannelConnector,
  ConnectorRegistry,
  type StreamsMessages,
  streamsMessages,
  type Target,
  targetOf,
} from '../channels/index.js';
import { Clock } from '../common/index.js';
import { OurMessages } from '../delivery/index.js';
import {
  type OverBudgetError,
  type RuntimeFailure,
  type TurnFailure,
  turnFailureOf,
} from '../assistant/index.js';
import { type ClaimedJob, Database, DONE, type JobResult, type Tx } from '../persistence/index.js';
import {
  type AnswerFacts,
  DropCounter,
  type DropReason,
  HELD,
  InboxRepository,
  OpenMessages,
  type ReplyWish,
  type StoredEvent,
  type StreamState,
  TranscriptWriter,
  type Utterance,
} from '../conversations/index.js';
import { TurnUsage } from '../usage/index.js';
import { AnswerStream, type StreamSteps } from './answer/answer-stream.js';
import { beforeSilence, Reply, type ReplyLink, withoutSilence } from './answer/reply.service.js';
import { TurnProgressRepository } from './ends/turn-progress.repository.js';

/**
 * `over-budget`: no model could be asked, so the message is kept as context and dropped. `held` and `stopped-by-hold`: a
 * person has taken the conversation over, before or after something was said.
 */
export type TurnResult = 'turn' | 'failed' | 'stopped' | 'over-budget' | 'held' | 'stopped-by-hold';

export interface TurnEnd {
  readonly outcome: TurnResult;
  readonly facts: AnswerFacts;
  /** The part of the answer that was sent before, in blocks. */
  readonly said: string;
  /** The part of the answer that was not sent; may be empty. */
  readonly rest: string;
  /** The stream that `rest` completes. */
  readonly stream?: StreamState | undefined;
  /** The message to which the answer is a reply. */
  readonly replyWish?: ReplyWish | undefined;
  /** Why there is no answer; only with the outcome `failed`. */
  readonly failure?: RuntimeFailure;
  /** Sent instead of an answer. Not part of the conversation, because the model must not learn to say it. */
  readonly notice?: string;
  /** The budget that ended it: people are told, at most once in its period unless the answer is cut off by it. */
  readonly refusal?: OverBudgetError;
}

/** The reason of messages that a budget had no room for. */
const OVER_BUDGET: DropReason = 'over-budget';
/** Where a turn failed for no reason of its model. */
const INTERNAL: TurnFailure = 'internal';

/** Commits the results of a turn together: transcript, deliveries and the end of the event (DESIGN 4). */
@Injectable()
export class TurnCommit {
  constructor(
    private readonly db: Database,
    private readonly transcript: TranscriptWriter,
    private readonly replies: Reply,
    private readonly progress: TurnProgressRepository,
    private readonly inbox: InboxRepository,
    private readonly usage: TurnUsage,
    private readonly drops: DropCounter,
    private readonly open: OpenMessages,
  ) {}

  /** Sends a block of an unfinished answer; a run after a crash continues after it. */
  async sendBlock(
    job: ClaimedJob,
    stored: StoredEvent<Utterance>,
    {
      said,
      block,
      stream,
      replyWish,
    }: { said: string; block: string; stream?: StreamState; replyWish?: ReplyWish | undefined },
  ): Promise<void> {
    const link = await this.replies.linkFor(stored.event, replyWish);
    await this.db.transaction(async (tx) => {
      await job.hold(tx);
      await this.open.refuseHeld(tx, targetOf(stored.event));
      const reply = { ...replyOf(stored), text: withoutSilence(block), isFirst: said === '', stream, link };
      const { firstId: deliveryId, written: put } = this.replies.addTo(tx, stored.event, reply);
      await Promise.all([put, this.progress.save(tx, stored.id, { said: said + block, deliveryId })]);
    });
  }

  /** Stores the part of an answer that a stream shows or is about to show; without a stream, the part that was sent. */
  async saveShown(
    job: ClaimedJob,
    stored: StoredEvent<Utterance>,
    { said, stream }: { said: string; stream: StreamState | undefined },
  ): Promise<void> {
    const { id } = stored;
    await this.db.transaction(async (tx) => {
      await job.hold(tx);
      if (stream) await this.open.refuseHeld(tx, targetOf(stored.event));
      // A stream that ended without text leaves nothing worth storing.
      if (said === '' && !stream) await this.progress.forget(tx, id);
      else await this.progress.save(tx, id, { said, stream });
    });
  }

  async end(job: ClaimedJob, stored: StoredEvent<Utterance>, end: TurnEnd): Promise<JobResult> {
    const begun = end.said === '' ? undefined : await this.progress.firstDelivery(stored.id);
    const { refusal, outcome, replyWish } = end;
    const link = await this.replies.linkFor(stored.event, replyWish);
    const close = async (tx: Tx) => {
      // First in its transaction: it throws HandedBackError.
      if (outcome === 'held') await this.open.noteUnanswered(tx, stored);
      const told = refusal && { notice: await this.noticeOf(tx, stored.event, refusal, outcome) };
      await Promise.all(this.effectsOf(tx, job, stored, { ...end, ...told, link, begun }));
    };
    await this.db.transaction(close, { isBatch: refusal === undefined && outcome !== 'held' });
    return DONE;
  }

  /** @param begun the delivery of the part that was sent before */
  private effectsOf(
    tx: Tx,
    job: ClaimedJob,
    stored: StoredEvent<Utterance>,
    { outcome, facts, failure, said, rest, notice, stream, link, begun }: Effects,
  ): Promise<unknown>[] {
    const { event } = stored;
    const answer = { ...replyOf(stored), text: rest, isFirst: said === '', stream, link };
    const apology = { ...replyOf(stored), author: 'gateway' as const, isFirst: said + rest === '' };
    const put = this.replies.addTo(tx, event, answer);
    const whole = { text: said + rest, deliveryId: begun ?? put.firstId };
    const ledger = this.usage.commitWith(tx, stored.id);
    return [
      put.written,
      this.transcript.storeAnswer(tx, stored, whole, outcome === 'held' ? 'heard' : 'turn'),
      ...(notice === undefined ? [] : [this.replies.addTo(tx, event, { ...apology, text: notice }).written]),
      ...(said !== '' || stream ? [this.progress.forget(tx, stored.id)] : []),
      ...(ledger ? [ledger] : []),
      this.finish(tx, stored, { outcome, failure, facts: { ...facts, answer: whole } }),
      job.complete(tx),
    ];
  }

  /** An end that sends something is refused while a person holds the conversation. @throws HeldError */
  private finish(
    tx: Tx,
    stored: StoredEvent<Utterance>,
    { outcome, facts, failure }: Pick<TurnEnd, 'outcome' | 'facts' | 'failure'>,
  ): Promise<void> {
    const { judged } = stored;
    const known = { ...facts, judged };
    switch (outcome) {
      case 'over-budget':
        this.count(tx, stored, OVER_BUDGET);
        return this.inbox.finishUnheld(tx, stored, { judged, outcome: 'dropped', reason: OVER_BUDGET });
      case 'held':
        this.count(tx, stored, HELD);
        return this.inbox.finish(tx, stored, { judged, outcome: 'heard', reason: HELD });
      case 'stopped-by-hold':
        return this.inbox.finish(tx, stored, { outcome: 'stopped', reason: HELD, ...known });
      case 'stopped':
        return this.inbox.finish(tx, stored, { outcome, ...known });
      case 'failed':
        return this.inbox.finishUnheld(tx, stored, {
          outcome,
          reason: failure ? turnFailureOf(failure) : INTERNAL,
          ...known,
        });
      default:
        return this.inbox.finishUnheld(tx, stored, { outcome, ...known });
    }
  }

  /**
   * The notice that a budget is used up; undefined where it was said before in the period. An answer that is cut off
   * by it always says so.
   */
  async noticeOf(
    tx: Tx,
    event: Utterance,
    refusal: OverBudgetError,
    outcome: TurnResult,
  ): Promise<string | undefined> {
    const isFirst = await this.usage.claimNotice(tx, refusal, event);
    return isFirst || outcome === 'turn' ? this.usage.noticeOf(refusal) : undefined;
  }

  private count(tx: Tx, { id, event }: StoredEvent<Utterance>, reason: DropReason): void {
    const { channel, account, conversation } = event;
    const about = { eventId: id, conversationId: conversation.id };
    tx.afterCommit(() => this.drops.count({ channel, account, kind: conversation.kind, reason, about }));
  }
}

/** The end of a turn as it is committed. */
interface Effects extends Omit<TurnEnd, 'notice'> {
  readonly notice?: string | undefined;
  readonly begun: string | undefined;
  readonly link: ReplyLink;
}

/** The parts of a reply that are determined by the message it answers. */
export const replyOf = ({ id, sessionKey, session: { model } }: StoredEvent) => ({
  author: 'assistant' as const,
  eventId: id,
  sessionKey,
  ...(model === undefined ? {} : { model }),
});

type Streaming = ChannelConnector & StreamsMessages;

/** Gives a turn the stream that shows its answer, on channels that support streams (ADR 0035). */
@Injectable()
export class TurnStreams {
  constructor(
    private readonly registry: ConnectorRegistry,
    private readonly ourMessages: OurMessages,
    private readonly replies: Reply,
    private readonly commit: TurnCommit,
    private readonly clock: Clock,
  ) {}

  /** @returns undefined when the answer is sent only in messages; a turn has at most one stream */
  streamFor(
    job: ClaimedJob,
    stored: StoredEvent<Utterance>,
    isSentInParts: boolean,
  ): AnswerStream | undefined {
    const { event, stream: state, alreadySaid: text } = stored;
    const connector = this.registry.get(event.channel);
    if (!streamsMessages(connector)) return undefined;
    const steps = this.steps(job, stored, connector);
    if (state) return new AnswerStream(steps, { text, state });
    const isPossible = connector.capabilities(targetOf(event)).features.stream === 'full';
    return isSentInParts && isPossible && text === '' ? new AnswerStream(steps) : undefined;
  }

  private steps(job: ClaimedJob, stored: StoredEvent<Utterance>, connector: Streaming): StreamSteps {
    const { event } = stored;
    const target = targetOf(event);
    const reply = (text: string) => ({ ...replyOf(stored), text, isFirst: true });
    return {
      ...connector.streaming,
      now: () => this.clock.now(),
      view: (text, asked) => {
        const look = { asked, stableLength: (shown: string) => connector.stableLength(shown) };
        return this.replies.view(event, reply(text.slice(0, beforeSilence(text))), look);
      },
      isFree: () => this.isFree(target),
      open: () => connector.openStream(target, job.signal),
      save: (said, stream) => this.commit.saveShown(job, stored, { said, stream }),
      update: (text, { id, updates: number }) => {
        const update = { target, id, number, text: this.replies.shown(reply(text)) };
        return connector.updateStream(update, job.signal);
      },
      complete: (block, stream: StreamState) =>
        this.commit.sendBlock(job, stored, { said: '', block, stream }),
    };
  }

  private async isFree(target: Target): Promise<boolean> {
    return !(await this.ourMessages.areWaiting(target));
  }
}
