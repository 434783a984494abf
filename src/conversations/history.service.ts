import { Injectable } from '@nestjs/common';
import type { HistoryEntry } from '../assistant/index.js';
import { ConnectorRegistry, type InboundMessage } from '../channels/index.js';
import { arrangeHistory } from './arrange-history.js';
import { TranscriptRepository } from './transcript.repository.js';

/** User turns of a direct conversation the assistant is reminded of when nothing is configured. */
export const DEFAULT_DM_HISTORY = 50;

/** The context of earlier turns. */
@Injectable()
export class HistoryService {
  constructor(
    private readonly transcript: TranscriptRepository,
    private readonly registry: ConnectorRegistry,
  ) {}

  /** What was said in the session before this message, oldest first, as a model takes it. */
  async before(sessionKey: string, message: InboundMessage): Promise<HistoryEntry[]> {
    const { dmHistoryLimit = DEFAULT_DM_HISTORY } = this.registry.account(message.channel, message.account);
    // A user turn is a question and its answer.
    const spoken = await this.transcript.recent(sessionKey, dmHistoryLimit * 2);
    return arrangeHistory(spoken, message.sender.id);
  }
}
