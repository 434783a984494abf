import { Injectable, Logger } from '@nestjs/common';
import { Assistant, RuntimeFailure } from '../../assistant/index.js';
import type { ClaimedJob, JobResult } from '../../persistence/index.js';
import { agentOf } from '../session-key.js';
import type { StoredEvent, Utterance } from '../stored-event.js';
import { AnswerWriter } from './answer-writer.js';
import { Presence } from './presence.service.js';
import { TurnCommit } from './turn-commit.service.js';
import { TurnContext } from './turn-context.service.js';
import { TurnRetry } from './turn-retry.js';

/** What a model says that has nothing to say. */
const NO_REPLY = 'NO_REPLY';

/**
 * One turn: what was said goes to the assistant with its context, and the answer, its deliveries and the end
 * of the event commit together. A model that fails is asked again for a while; then the sender gets one short
 * apology, never an error's text.
 */
@Injectable()
export class TurnService {
  private readonly logger = new Logger('Turn');

  constructor(
    private readonly assistant: Assistant,
    private readonly context: TurnContext,
    private readonly presence: Presence,
    private readonly commit: TurnCommit,
    private readonly retry: TurnRetry,
  ) {}

  async run(job: ClaimedJob, stored: StoredEvent<Utterance>): Promise<JobResult> {
    const endPresence = this.presence.begin(stored.event);
    const answer = this.writerFor(job, stored);
    try {
      await this.ask(stored, answer, job.signal);
      return await this.commit.end(job, stored, { outcome: 'turn', ...this.finished(stored, answer) });
    } catch (error) {
      if (!(error instanceof RuntimeFailure)) throw error;
      return await this.failed(job, stored, { failure: error, said: answer.said });
    } finally {
      endPresence();
    }
  }

  private writerFor(job: ClaimedJob, stored: StoredEvent<Utterance>): AnswerWriter {
    const { alreadySaid, event } = stored;
    if (!this.context.isStreamed(event)) return new AnswerWriter({ alreadySaid });
    const say = (block: string, said: string) => this.commit.block(job, stored, { said, block });
    return new AnswerWriter({ alreadySaid, say });
  }

  private async ask(
    stored: StoredEvent<Utterance>,
    answer: AnswerWriter,
    signal: AbortSignal,
  ): Promise<void> {
    const turn = await this.context.of(stored);
    for await (const part of this.assistant.run(turn, signal)) await answer.add(part);
    this.retry.answered(turn.agentId);
  }

  private finished({ id }: StoredEvent, { said, rest }: AnswerWriter): { said: string; rest: string } {
    const answer = (said + rest).trim();
    if (answer === '') this.logger.warn(`the model gave an empty answer to ${id}: nothing is sent`);
    return { said, rest: answer === NO_REPLY ? '' : rest };
  }

  private async failed(
    job: ClaimedJob,
    stored: StoredEvent<Utterance>,
    { failure, said }: { failure: RuntimeFailure; said: string },
  ): Promise<JobResult> {
    // The gateway is stopping: the turn runs again after the start, and the failure is ours.
    if (job.signal.aborted) throw failure;
    this.logger.warn(`the turn of ${stored.id} failed: ${failure.message}`);
    const agentId = agentOf(stored.sessionKey);
    const next = this.retry.after(failure, { agentId, receivedAt: stored.receivedAt });
    if (next.kind === 'apologise')
      return this.commit.end(job, stored, { outcome: 'failed', said, rest: '', notice: next.text });
    return { ...next, reason: failure.message, free: true };
  }
}
