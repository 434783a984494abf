import { Injectable } from '@nestjs/common';
import { Assistant, RuntimeFailure } from '../../assistant/index.js';
import type { ClaimedJob, JobResult } from '../../persistence/index.js';
import { RunningTurns } from '../sessions/running-turns.js';
import type { StoredEvent, Utterance } from '../stored-event.js';
import { Presence } from './presence.service.js';
import { TurnContext, type TurnRight } from './turn-context.service.js';
import { TurnOutcome } from './turn-outcome.service.js';

/**
 * One turn: what was said goes to the assistant with its context, and the answer, its deliveries and the end
 * of the event commit together. A model that fails is asked again for a while; then the sender gets one short
 * apology, never an error's text.
 */
@Injectable()
export class TurnService {
  constructor(
    private readonly assistant: Assistant,
    private readonly context: TurnContext,
    private readonly presence: Presence,
    private readonly running: RunningTurns,
    private readonly outcome: TurnOutcome,
  ) {}

  async run(
    job: ClaimedJob,
    stored: StoredEvent<Utterance>,
    { isAuthorized }: Pick<TurnRight, 'isAuthorized'>,
  ): Promise<JobResult> {
    if (isStopped(stored)) return this.outcome.stopped(job, stored, { said: stored.alreadySaid });
    const answer = this.outcome.writerFor(job, stored, this.context.isStreamed(stored.event));
    const running = this.running.begin(stored.sessionKey, stored.session.stoppedAt);
    const signal = AbortSignal.any([job.signal, running.signal]);
    const endPresence = this.presence.begin(stored.event, signal);
    try {
      const turn = await this.context.of(stored, { job, isAuthorized, signal });
      const parts = this.assistant.run(turn, signal);
      for await (const part of parts) await answer.add(part);
      // Not every model heeds it.
      running.signal.throwIfAborted();
      return await this.outcome.answered(job, stored, answer);
    } catch (error) {
      if (running.signal.aborted && !job.signal.aborted)
        return await this.outcome.stopped(job, stored, answer);
      if (!(error instanceof RuntimeFailure)) throw error;
      return await this.outcome.failed(job, stored, { said: answer.said, failure: error });
    } finally {
      running.end();
      endPresence();
    }
  }
}

/** Whoever says `/stop` means all that was written before, also what waits for another try. */
const isStopped = ({ session: { stoppedAt = 0 }, receivedAt }: StoredEvent): boolean =>
  stoppedAt > receivedAt;
