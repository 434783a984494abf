import { Injectable, Logger } from '@nestjs/common';
import {
  type OverBudgetError,
  type RuntimeFailure,
  type SlotOutcome,
  type TurnFailure,
  turnFailureOf,
} from '../assistant/index.js';
import { aboutMessage, Clock, tracer } from '../common/index.js';
import { ANSWERS, MessagesConfig } from '../config/index.js';
import type { ClaimedJob, JobResult } from '../persistence/index.js';
import { agentOf, HandedBackError, type StoredEvent, type Utterance } from '../conversations/index.js';
import { TurnStepsRepository } from './tools/turn-steps.repository.js';
import { AnswerWriter, type AnswerWriterOptions } from './answer/answer-writer.js';
import { withoutSilence } from './answer/reply.service.js';
import { TurnCommit, type TurnEnd, TurnStreams } from './turn-commit.service.js';

/** An upper limit for the turns remembered here: this process does not notice when another replica ends one. */
const MOST_FAILING = 1_000;
const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;

export type AfterFailure =
  | { readonly kind: 'retry'; readonly afterMs: number }
  /** Give up, and send the sender this text. */
  | { readonly kind: 'apologise'; readonly text: string };

/**
 * Decides how long to keep asking a model that fails: with growing pauses, until it has failed for
 * `messages.retryForMs` and the message has waited that long too. So each message in a long outage costs only one try,
 * and a gateway that starts before its model does not apologise at once for the messages of the night before.
 */
@Injectable()
export class TurnRetry {
  /** When the current outage of each agent began, by `Clock.elapsed`. Kept only in memory, so unknown after a start. */
  private readonly outSince = new Map<string, number>();
  /** When each turn first failed, likewise. A turn that fails on its own must not be treated as part of an outage. */
  private readonly failingSince = new Map<string, number>();
  /** How often each turn failed here. */
  private readonly failures = new Map<string, number>();

  constructor(
    private readonly messages: MessagesConfig,
    private readonly clock: Clock,
  ) {}

  answered(agentId: string): void {
    this.outSince.delete(agentId);
  }

  /** Forgets a turn that is over, whatever its outcome. @returns how often it failed in this process */
  ended(turnId: string): number {
    const failures = this.failures.get(turnId) ?? 0;
    this.failingSince.delete(turnId);
    this.failures.delete(turnId);
    return failures;
  }

  after(
    failure: RuntimeFailure,
    turn: { readonly turnId: string; readonly agentId: string; readonly receivedAt: number },
  ): AfterFailure {
    const { retryForMs, apology } = this.messages;
    remember(this.failures, turn.turnId, (this.failures.get(turn.turnId) ?? 0) + 1);
    const text = apologyFor(failure, apology);
    if (!failure.isRetryable) return { kind: 'apologise', text };
    const now = this.clock.elapsed();
    const outForMs = now - since(this.outSince, turn.agentId, now);
    const failingForMs = now - since(this.failingSince, turn.turnId, now);
    const receivedMsAgo = this.clock.now() - turn.receivedAt;
    // The clock was set back since the message came: how long ago that was is not known.
    const isUnknown = receivedMsAgo < 0;
    const waitedMs = isUnknown ? failingForMs : Math.min(Math.max(outForMs, failingForMs), receivedMsAgo);
    if (waitedMs >= retryForMs) return { kind: 'apologise', text };
    const pauseMs = failure.retryAfterMs ?? Math.min(MAX_RETRY_MS, Math.max(MIN_RETRY_MS, waitedMs));
    return { kind: 'retry', afterMs: Math.min(pauseMs, retryForMs) };
  }
}

/** What a person can do about a failure, behind the apology. */
const ADVICE: Partial<Record<TurnFailure, string>> = {
  'model-empty': 'The model gave an empty answer. Ask again, or rephrase your question.',
  'model-too-long':
    'This is too long for the model. Send /new to start a new conversation, or write a shorter message.',
};

function apologyFor(failure: RuntimeFailure, apology: string): string {
  const advice = ADVICE[turnFailureOf(failure)];
  return apology === '' || advice === undefined ? apology : `${apology} ${advice}`;
}

function since(times: Map<string, number>, key: string, now: number): number {
  const at = times.get(key) ?? now;
  remember(times, key, at);
  return at;
}

function remember(numbers: Map<string, number>, key: string, number: number): void {
  numbers.set(key, number);
  const [oldest] = numbers.keys();
  if (numbers.size > MOST_FAILING && oldest !== undefined) numbers.delete(oldest);
}

const AGENT_BUSY: TurnFailure = 'agent-busy';

/**
 * A deferred turn tries again after this time (ms) even if it is not called, because the process that would call it may
 * have died.
 */
const DEFERRED_MS = 15_000;
/** Added for each other deferred turn, because each try costs time. */
const DEFERRED_MS_EACH = 10;

/** Decides the outcome of a turn: an answer, a part of one, another try, or an apology. */
@Injectable()
export class TurnOutcome {
  private readonly logger = new Logger('Turn');
  private readonly answers = new Logger(ANSWERS);

  constructor(
    private readonly commit: TurnCommit,
    private readonly retry: TurnRetry,
    private readonly steps: TurnStepsRepository,
    private readonly streams: TurnStreams,
    private readonly clock: Clock,
  ) {}

  /** Makes the writer of an answer, which shows the answer while it arrives, sends it in blocks, or sends it whole. */
  writerFor(job: ClaimedJob, stored: StoredEvent<Utterance>, isSentInParts: boolean): AnswerWriter {
    const { alreadySaid } = stored;
    const say: AnswerWriterOptions['say'] = (block, said, replyWish) =>
      this.commit.sendBlock(job, stored, { said, block, replyWish });
    const stream = this.streams.streamFor(job, stored, isSentInParts);
    const begunAt = this.clock.now();
    return new AnswerWriter({ alreadySaid, stream, begunAt, ...(isSentInParts ? { say } : {}) });
  }

  async answered(job: ClaimedJob, stored: StoredEvent<Utterance>, answer: AnswerWriter): Promise<JobResult> {
    this.retry.answered(agentOf(stored.sessionKey));
    const { said, rest } = answer;
    if ((said + rest).trim() === '' && !(await this.hasDone(stored)))
      this.warn(stored, `the model gave an empty answer to ${stored.id}: nothing was sent`);
    const result = await this.end(job, stored, answer, { outcome: 'turn', rest: withoutSilence(rest) });
    const seconds = (this.clock.now() - stored.receivedAt) / 1000;
    if (said + rest !== '')
      this.answers.log({
        event_id: stored.id,
        conversation_id: stored.event.conversation.id,
        msg: `answered on ${stored.event.channel} in ${seconds.toFixed(1)} s`,
      });
    return result;
  }

  /** An assistant that has used a tool, in this run or an earlier one, need not answer. */
  private async hasDone({ id }: StoredEvent): Promise<boolean> {
    return (await this.steps.doneIn(id)).some(({ result }) => result.ok);
  }

  /**
   * A budget has no room for the next call. A turn that has said or done something ends with that; a message that got
   * nothing yet is kept as context and dropped.
   */
  async overBudget(
    job: ClaimedJob,
    stored: StoredEvent<Utterance>,
    { answer, refusal }: { readonly answer: AnswerWriter; readonly refusal: OverBudgetError },
  ): Promise<JobResult> {
    this.warn(stored, `the turn of ${stored.id} ended: ${refusal.message}`);
    const { said, rest, stream } = answer;
    const isBegun = said + rest !== '' || stream !== undefined || (await this.hasDone(stored));
    return this.end(job, stored, answer, { outcome: isBegun ? 'turn' : 'over-budget', rest, refusal });
  }

  /** Text that was sent or shown stays; text that was not yet sent is dropped. */
  stopped(job: ClaimedJob, stored: StoredEvent<Utterance>, answer: AnswerWriter): Promise<JobResult> {
    return this.end(job, stored, answer, { outcome: 'stopped' });
  }

  /**
   * A person has taken the conversation over: as a stop, but a message of whose answer nothing was sent yet is only
   * heard, and can be answered when the conversation is handed back.
   */
  async held(job: ClaimedJob, stored: StoredEvent<Utterance>, answer: AnswerWriter): Promise<JobResult> {
    const isBegun = answer.said !== '' || answer.stream !== undefined || (await this.hasDone(stored));
    try {
      return await this.end(job, stored, answer, { outcome: isBegun ? 'stopped-by-hold' : 'held' });
    } catch (error) {
      if (!(error instanceof HandedBackError)) throw error;
      return { kind: 'retry', afterMs: 0, reason: error.message, free: true };
    }
  }

  /** Too many turns wait for the agent, so the job goes back to the queue, for any replica to take. */
  deferred({ again, others }: Extract<SlotOutcome, { kind: 'full' }>): JobResult {
    tracer?.turnEnds('deferred');
    const afterMs = DEFERRED_MS + others * DEFERRED_MS_EACH;
    return {
      kind: 'retry',
      afterMs,
      until: again,
      reason: `${AGENT_BUSY}: too many turns wait for the agent`,
      free: true,
    };
  }

  /** The job runs again from the beginning, where the event is judged again. */
  revoked(): JobResult {
    tracer?.turnEnds('revoked');
    return { kind: 'retry', afterMs: 0, reason: 'the sender no longer has access', free: true };
  }

  /** The job runs again; by then its message has been folded into the one that continues it. */
  joined(): JobResult {
    tracer?.turnEnds('joined');
    return { kind: 'retry', afterMs: 0, reason: 'another message continues it', free: true };
  }

  async failed(
    job: ClaimedJob,
    stored: StoredEvent<Utterance>,
    { answer, failure }: { readonly answer: AnswerWriter; readonly failure: RuntimeFailure },
  ): Promise<JobResult> {
    // The gateway is stopping, so the failure is ours: the turn runs again after the start.
    const reason = `${turnFailureOf(failure)}: ${failure.message}`;
    if (job.isStopping) return { kind: 'retry', afterMs: 0, reason, free: true };
    this.warn(stored, `the turn of ${stored.id} failed: ${failure.message}`);
    const agentId = agentOf(stored.sessionKey);
    const { id: turnId, receivedAt } = stored;
    const next = this.retry.after(failure, { turnId, agentId, receivedAt });
    if (next.kind === 'apologise')
      return this.end(job, stored, answer, { outcome: 'failed', failure, notice: next.text });
    tracer?.turnEnds('retry', turnFailureOf(failure));
    return { ...next, reason, free: true };
  }

  /** Without a `rest` of its own, all that is sent behind what was sent already is the part that a stream shows. */
  private end(
    job: ClaimedJob,
    stored: StoredEvent<Utterance>,
    { said, shownPart, stream, facts, replyWish }: AnswerWriter,
    end: Pick<TurnEnd, 'outcome' | 'failure' | 'notice' | 'refusal'> & { readonly rest?: string },
  ): Promise<JobResult> {
    tracer?.turnEnds(end.outcome, end.failure && turnFailureOf(end.failure));
    const failures = this.retry.ended(stored.id);
    const run = facts.run && {
      ...facts.run,
      // The last run is among the failures if it failed.
      tries: Math.max(1, failures + (end.failure ? 0 : 1)),
      ...(end.failure && { error: end.failure.message }),
    };
    const { rest = shownPart } = end;
    const wish = end.rest === undefined ? undefined : replyWish;
    return this.commit.end(job, stored, {
      ...end,
      said,
      rest,
      stream,
      replyWish: wish,
      facts: { ...facts, run },
    });
  }

  private warn({ id, event }: StoredEvent<Utterance>, text: string): void {
    this.logger.warn(aboutMessage(text, { eventId: id, conversationId: event.conversation.id }));
  }
}
