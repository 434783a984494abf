import { Injectable } from '@nestjs/common';
import { Assistant, OverBudgetError, RuntimeFailure, type SlotOutcome } from '../assistant/index.js';
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

/** The answer of a turn was received as a whole. */
interface Received extends Pick<StoredEvent, 'historyFrom'> {
  readonly kind: 'received';
}

/** The rights of the message's sender. */
type TurnRight = Pick<TurnRun, 'isAuthorized' | 'isStillLetIn'>;

/**
 * Runs one turn: the message goes to the assistant with its context, and the answer, its deliveries and the end of
 * the event commit together. A model that fails is asked again for a while; then the sender gets one short apology,
 * never the text of an error.
 */
@Injectable()
export class TurnService {
  constructor(
    private readonly assistant: Assistant,
    private readonly context: TurnContext,
    private readonly files: InboundFiles,
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
    const answer = this.outcome.writerFor(job, stored, this.context.isSentInParts(stored.event));
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
    const isSentInParts = this.context.isSentInParts(stored.event);
    return this.keepWith(job, stored, this.outcome.writerFor(job, stored, isSentInParts));
  }

  private async keepWith(
    job: ClaimedJob,
    stored: StoredEvent<Utterance>,
    answer: AnswerWriter,
  ): Promise<JobResult> {
    return this.outcome.held(job, await this.files.complete(stored, job.signal), answer);
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
      const asked = await this.files.complete(stored, signal);
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
      if (error instanceof OverBudgetError)
        return await this.outcome.overBudget(job, stored, { answer, refusal: error });
      if (error instanceof RuntimeFailure)
        return await this.outcome.failed(job, stored, { answer, failure: error });
      throw error;
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
    const slot = await this.slotFor(stored, run.job, run.signal);
    if (slot.kind === 'full') return this.outcome.deferred(slot);
    try {
      if (slot.hasWaited && !(await run.isStillLetIn())) return this.outcome.revoked();
      const { turn, historyFrom } = await this.context.contextFor(stored, run);
      for await (const part of this.assistant.runTurn(turn, run.signal)) {
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

  /**
   * Waits until the agent may run one more turn, in the order of arrival over all sessions.
   * @throws RuntimeFailure when the answer is no longer wanted, or the worker begins to stop
   */
  private async slotFor(
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
}
