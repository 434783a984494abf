import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, type InboundEvent } from '../../channels/index.js';
import { MessagesConfig } from '../../config/index.js';
import type { StoredEvent } from '../stored-event.js';
import { type HistoryCount, type SpokenEntry, TranscriptRepository } from '../transcript.repository.js';
import { ENTRY_TOKENS, estimateTokens } from './token-estimate.js';

/** User turns of a direct conversation the assistant is reminded of when nothing is configured. */
export const DEFAULT_DM_HISTORY = 50;

/** The context of earlier turns (spec 3-workchat and 2-imbridge, `historyLimit` and `dmHistoryLimit`). */
@Injectable()
export class HistoryService {
  constructor(
    private readonly transcript: TranscriptRepository,
    private readonly registry: ConnectorRegistry,
    private readonly messages: MessagesConfig,
  ) {}

  /**
   * What was said in the session before this, oldest first: as many messages as configured, of these the newest
   * that fit into the budget of tokens, and no answer without its question.
   */
  async before(
    { id, sessionKey, session, event }: StoredEvent,
    contextTokens: number,
  ): Promise<SpokenEntry[]> {
    const entries = await this.transcript.recent(sessionKey, {
      after: session.beginsAfter,
      except: id,
      ...this.countFor(event),
      // More cannot fit.
      maxEntries: Math.floor(contextTokens / ENTRY_TOKENS),
    });
    const fitting = withinBudget(entries, contextTokens);
    return fitting.slice(fitting.findIndex(({ role }) => role === 'user') >>> 0);
  }

  /** A user turn is a question with its answers; of a group every message of people counts. */
  private countFor({ channel, account, conversation, sender }: InboundEvent): HistoryCount {
    const settings = this.registry.account(channel, account);
    if (conversation.kind !== 'direct')
      return {
        isHeardCounted: true,
        limit: settings.historyLimit ?? this.messages.groupChat.historyLimit,
      };
    const ofSender = settings.dmHistoryLimits?.get(sender.id);
    return { isHeardCounted: false, limit: ofSender ?? settings.dmHistoryLimit ?? DEFAULT_DM_HISTORY };
  }
}

/** The oldest left out first. */
function withinBudget(entries: readonly SpokenEntry[], contextTokens: number): readonly SpokenEntry[] {
  let left = contextTokens;
  const first = entries.findLastIndex(({ text }) => (left -= ENTRY_TOKENS + estimateTokens(text)) < 0);
  return entries.slice(first + 1);
}
