import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, type InboundEvent } from '../../channels/index.js';
import { MessagesConfig } from '../../config/index.js';
import { SessionRouter } from '../sessions/session-router.js';
import type { StoredEvent } from '../stored-event.js';
import { type HistoryCount, type SpokenEntry, HistoryRepository } from '../history.repository.js';
import { HistoryFilter } from './history-filter.service.js';
import { MESSAGE_TOKENS } from './token-estimate.js';

/** User turns of a direct conversation the assistant is reminded of when nothing is configured. */
export const DEFAULT_DM_HISTORY = 50;

/** The shortest message with its header; what is fetched is weighed exactly later. */
const LEAST_TOKENS = 2 * MESSAGE_TOKENS;

/** The context of earlier turns (spec 3-workchat and 2-imbridge, `historyLimit` and `dmHistoryLimit`). */
@Injectable()
export class HistoryService {
  constructor(
    private readonly repository: HistoryRepository,
    private readonly registry: ConnectorRegistry,
    private readonly messages: MessagesConfig,
    private readonly router: SessionRouter,
    private readonly filter: HistoryFilter,
  ) {}

  /**
   * What was said in the session before this, oldest first: as many messages as configured and as can fit; nothing of
   * people who are not let in any more.
   */
  async before(stored: StoredEvent, contextTokens: number): Promise<readonly SpokenEntry[]> {
    return this.filter.apply(stored.event, await this.recent(stored, contextTokens));
  }

  /** In a group whose members have different agents, each of these knows what was said to the others. */
  private async recent(
    { id, sessionKey, session, event }: StoredEvent,
    contextTokens: number,
  ): Promise<SpokenEntry[]> {
    const wish = {
      after: session.beginsAfter,
      except: id,
      ...this.countFor(event),
      // More cannot fit.
      maxEntries: Math.floor(contextTokens / LEAST_TOKENS),
    };
    const sessions = new Set([sessionKey, ...this.router.sessionsAt(event)]);
    const parts = await Promise.all([...sessions].map((each) => this.repository.recent(each, wish)));
    return parts.length === 1 ? parts.flat() : merged(parts, wish);
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

/** The newest of several sessions, as of one: `limit` messages that count, and what stands between them. */
function merged(
  parts: readonly SpokenEntry[][],
  { limit, isHeardCounted, maxEntries }: HistoryCount & { readonly maxEntries: number },
): SpokenEntry[] {
  const entries = parts
    .flat()
    .sort((a, b) => a.created_at - b.created_at)
    .slice(-maxEntries);
  let left = limit;
  const isCounted = ({ role, kind }: SpokenEntry) =>
    role === 'user' && (kind === 'turn' || (isHeardCounted && kind === 'heard'));
  const oldest = entries.findLastIndex((entry) => isCounted(entry) && --left === 0);
  return entries.slice(Math.max(oldest, 0));
}
