import { Injectable, Logger } from '@nestjs/common';
import { Assistant, RuntimeFailure, type TurnMessage } from '../assistant/index.js';
import type { ClaimedJob, JobResult } from '../persistence/index.js';
import { HistoryService } from './history.service.js';
import { agentOf } from './session-key.js';
import { Presence } from './presence.service.js';
import type { StoredEvent, Utterance } from './stored-event.js';
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

  async run(job: ClaimedJob, stored: StoredEvent<Utterance>): Promise<JobResult> {
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

  private async ask(stored: StoredEvent<Utterance>, signal: AbortSignal): Promise<string> {
    const { id, sessionKey, event } = stored;
    const agentId = agentOf(sessionKey);
    const history = await this.history.before(sessionKey, event);
    const { channel, account, conversation } = event;
    const turn = { turnId: id, agentId, sessionKey, place: { channel, account, conversation }, history };
    const parts = this.assistant.run({ ...turn, message: messageOf(stored), alreadySaid: '' }, signal);
    let answer = '';
    for await (const part of parts) if (part.kind === 'text') answer += part.text;
    this.retry.answered(agentId);
    return answer.trim();
  }

  private async failed(
    job: ClaimedJob,
    stored: StoredEvent<Utterance>,
    failure: RuntimeFailure,
  ): Promise<JobResult> {
    // The gateway is stopping: the turn runs again after the start, and the failure is ours.
    if (job.signal.aborted) throw failure;
    this.logger.warn(`the turn of ${stored.id} failed: ${failure.message}`);
    const next = this.retry.after(failure, {
      agentId: agentOf(stored.sessionKey),
      receivedAt: stored.receivedAt,
    });
    if (next.kind === 'apologise')
      return this.commit.end(job, stored, { outcome: 'failed', reply: next.text });
    return { ...next, reason: failure.message, free: true };
  }
}

function messageOf({ event, receivedAt }: StoredEvent<Utterance>): TurnMessage {
  const { id, name } = event.sender;
  const from = { id, ...(name === undefined ? {} : { name }) };
  return { role: 'user', kind: 'turn', text: textForModel(event), at: receivedAt, from };
}
