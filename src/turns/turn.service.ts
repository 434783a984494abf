import { Injectable } from '@nestjs/common';
import {
  Assistant,
  OverBudgetError,
  RuntimeFailure,
  type SlotOutcome,
  type TurnPart,
} from '../assistant/index.js';
import {
  type ClaimedJob,
  DatabaseUnavailableError,
  type JobResult,
  LeaseLostError,
} from '../persistence/index.js';
import {
  agentOf,
  HeldError,
  InboundFiles,
  type StoredEvent,
  type Utterance,
} from '../conversations/index.js';
import { Joining } from './joining.service.js';
import { isStopped, JOINED, RunningTurns } from './running-turns.js';
import type { AnswerWriter } from './answer/answer-writer.js';
import { Presence } from './presence.service.js';
import { TurnContext, type TurnRun } from './context/turn-context.service.js';
import { TurnOutcome } from './turn-outcome.service.js';

interface BegunAnswer extends Pick<StoredEvent, 'historyFrom'> {
  readonly parts: AsyncIterable<TurnPart>;
}

/** The answer of a turn was received as a whole. */
interface Received extends Pick<StoredEvent, 'historyFrom'> {
  readonly kind: 'received';
}

/** The rights of the message's sender. */
type TurnRight = Pick<TurnRun, 'isAuthorized' | 'isStillLetIn'>;

/** Asks the assistant for the answer of a turn: with its context, and as soon as the agent has a free slot. */
@Injectable()
export class TurnAssistant {
  constructor(
    private readonly assistant: Assistant,
    private readonly context: TurnContext,
    private readonly files: InboundFiles,
  ) {}

  /** Fetches the attachments of a message. */
  withFiles(stored: StoredEvent<Utterance>, signal: AbortSignal): Promise<StoredEvent<Utterance>> {
    return this.files.complete(stored, signal);
  }

  /**
   * Waits until the agent may run one more turn, in the order of arrival over all sessions.
   * @throws RuntimeFailure when the answer is no longer wanted, or the worker begins to stop
   */
  async enter(
    { id, sessionKey, receivedAt }: StoredEvent,
    job: ClaimedJob,
    signal: AbortSignal,
  ): Promise<SlotOutcome> {
    const arrival = { agentId: agentOf(sessionKey), turnId: id, since: receivedAt };
    const isUnwanted = signal.aborted || job.isStopping;
    const slot = isUnwanted ? undefined : this.assistant.enterAtOnce(arrival);
    // A combined signal is made only for a turn that has to wait.
    return slot ?? this.assistant.enter(arrival, AbortSignal.any([signal, job.stopping]));
  }

  /** The answer, part by part, and the first `seq` of the history it was given. @throws as `Assistant.runTurn` */
  async answer(stored: StoredEvent<Utterance>, run: TurnRun): Promise<BegunAnswer> {
    const { turn, historyFrom } = await this.context.contextFor(stored, run);
    return { parts: this.assistant.runTurn(turn, run.signal), historyFrom };
  }

  /** Whether answers to this place are sent in blocks. */
  isSentInParts(event: Utterance): boolean {
    return this.context.isSentInParts(event);
  }
}

/**
 * Runs one turn: the message goes to the assistant with its context, and the answer, its deliveries and the end of
 * the event commit together. A model that fails is asked again for a while; then the sender gets one short apology,
 * never the text of an error.
 */
@Injectable()
export class TurnService {
  constructor(
    private readonly assistant: TurnAssistant,
    private readonly presence: Presence,
    private readonly running: RunningTurns,
    private readonly outcome: TurnOutcome,
    private readonly joining: Joining,
  ) {}

  async answerMessage(
    job: ClaimedJob,
    stored: StoredEvent<Utterance>,
    { isAuthorized, isStillLetIn }: TurnRight,
  ): Promise<JobResult> {
    const right = { isAuthorized, isStillLetIn };
    const answer = this.outcome.writerFor(job, stored, this.assistant.isSentInParts(stored.event));
    // A `/stop` applies to all messages written before it, including those that wait for another try.
    if (isStopped(stored.id, stored.session.stoppedBy)) return this.outcome.stopped(job, stored, answer);
    const joining = this.joining.before(job, stored);
    const joined = joining && (await joining);
    if (joined) return joined;
    if (this.running.isHeld(stored)) return this.keepWith(job, stored, answer);
    try {
      return await this.runUnheld(job, stored, right, answer);
    } catch (error) {
      if (error instanceof HeldError) return await this.keepWith(job, stored, answer);
      throw error;
    }
  }

  /** Keeps a message as context instead of answering it, because a person holds its conversation. */
  keepUnanswered(job: ClaimedJob, stored: StoredEvent<Utterance>): Promise<JobResult> {
    const isSentInParts = this.assistant.isSentInParts(stored.event);
    return this.keepWith(job, stored, this.outcome.writerFor(job, stored, isSentInParts));
  }

  private async keepWith(
    job: ClaimedJob,
    stored: StoredEvent<Utterance>,
    answer: AnswerWriter,
  ): Promise<JobResult> {
    const { said, shownPart, stream, facts } = answer;
    const whole = await this.assistant.withFiles(stored, job.signal);
    return this.outcome.held(job, whole, { said, shownPart, stream, facts });
  }

  /** @throws HeldError when a person takes the conversation over before the answer is committed */
  private async runUnheld(
    job: ClaimedJob,
    stored: StoredEvent<Utterance>,
    right: TurnRight,
    answer: AnswerWriter,
  ): Promise<JobResult> {
    const isUnsaid = () => answer.said === '' && answer.stream === undefined;
    const running = this.running.begin(stored, isUnsaid, job.signal);
    const { signal } = running;
    const endPresence = this.presence.begin(stored.event, signal);
    try {
      const asked = await this.assistant.withFiles(stored, signal);
      const received = await this.listen(asked, { job, ...right, signal }, answer);
      if (received.kind !== 'received') return received;
      // Checked again, because a stop may come while the answer is being closed.
      running.throwIfEnded();
      return await this.outcome.answered(job, { ...asked, historyFrom: received.historyFrom }, answer);
    } catch (error) {
      // The turn may or may not have been committed, so nothing is decided here: the next run reads from the database
      // whether it was, and whether it was stopped.
      if (error instanceof LeaseLostError || error instanceof DatabaseUnavailableError) throw error;
      if (error instanceof HeldError) throw error;
      if (signal.reason instanceof HeldError && !job.signal.aborted) throw signal.reason;
      if (signal.reason === JOINED && !job.signal.aborted) return this.outcome.joined();
      if (signal.aborted && !job.signal.aborted) return await this.outcome.stopped(job, stored, answer);
      if (error instanceof OverBudgetError) {
        const { said, rest, stream, facts, replyWish } = answer;
        const soFar = { said, rest, stream, facts, replyWish };
        return await this.outcome.overBudget(job, stored, { ...soFar, refusal: error });
      }
      if (!(error instanceof RuntimeFailure)) throw error;
      const { said, shownPart, stream, facts } = answer;
      return await this.outcome.failed(job, stored, { said, shownPart, stream, facts, failure: error });
    } finally {
      running.end();
      endPresence();
    }
  }

  /**
   * Receives the whole answer.
   * @returns a job result, when the agent has no free slot, or when the sender lost access during the wait and the event
   * has to be judged again
   * @throws RuntimeFailure when there is no whole answer; the errors of the database and of tools
   */
  private async listen(
    stored: StoredEvent<Utterance>,
    run: TurnRun,
    answer: AnswerWriter,
  ): Promise<JobResult | Received> {
    const slot = await this.assistant.enter(stored, run.job, run.signal);
    if (slot.kind === 'full') return this.outcome.deferred(slot);
    try {
      if (slot.hasWaited && !(await run.isStillLetIn())) return this.outcome.revoked();
      const { parts, historyFrom } = await this.assistant.answer(stored, run);
      for await (const part of parts) {
        const sent = answer.add(part);
        if (sent) await sent;
      }
      return { kind: 'received', historyFrom };
    } finally {
      // Freed before the commit, which other turns need not wait for.
      slot.leave();
      await answer.close();
    }
  }
}
