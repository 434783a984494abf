import { Injectable, Logger } from '@nestjs/common';
import { Assistant, RuntimeFailure } from '../assistant/index.js';
import type { ClaimedJob, JobResult } from '../persistence/index.js';
import { HistoryService } from './history.service.js';
import type { StoredEvent } from './inbox.repository.js';
import { Presence } from './presence.service.js';
import { textForModel } from './text-for-model.js';
import { TurnCommit } from './turn-commit.service.js';
import { TurnRetry } from './turn-retry.js';

/**
 * One turn: what was asked goes to the assistant with its context, and the answer, its deliveries and the end
 * of the event commit together. A model that fails is asked again for a while; then the sender gets one short
 * apology, never an error's text.
 */
@Injectable()
export class TurnService {
  private readonly logger = new Logger('Turn');

  constructor(
    private readonly assistant: Assistant,
    private readonly history: HistoryService,
    private readonly presence: Presence,
    private readonly commit: TurnCommit,
    private readonly retry: TurnRetry,
  ) {}

  async run(job: ClaimedJob, stored: StoredEvent): Promise<JobResult> {
    const endPresence = this.presence.begin(stored.event);
    try {
      const answer = await this.ask(stored, job.signal);
      if (answer === '') this.logger.warn(`the model gave an empty answer to ${stored.id}: nothing is sent`);
      return await this.commit.end(job, stored, { outcome: 'turn', reply: answer });
    } catch (error) {
      if (!(error instanceof RuntimeFailure)) throw error;
      return await this.failed(job, stored, error);
    } finally {
      endPresence();
    }
  }

  private async ask({ sessionKey, event }: StoredEvent, signal: AbortSignal): Promise<string> {
    const history = await this.history.before(sessionKey, event);
    const agentId = this.assistant.defaultAgentId;
    const answer = await this.assistant.answer(
      { agentId, sessionKey, history, text: textForModel(event) },
      signal,
    );
    this.retry.answered(agentId);
    return answer;
  }

  private async failed(job: ClaimedJob, stored: StoredEvent, failure: RuntimeFailure): Promise<JobResult> {
    // The gateway is stopping: the turn runs again after the start, and the failure is ours.
    if (job.signal.aborted) throw failure;
    this.logger.warn(`the turn of ${stored.id} failed: ${failure.message}`);
    const next = this.retry.after(failure, {
      agentId: this.assistant.defaultAgentId,
      receivedAt: stored.receivedAt,
    });
    if (next.kind === 'apologise')
      return this.commit.end(job, stored, { outcome: 'failed', reply: next.text });
    return { ...next, reason: failure.message, free: true };
  }
}
