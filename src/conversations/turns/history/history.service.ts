import { Injectable } from '@nestjs/common';
import { MESSAGE_TOKENS } from '../../../assistant/index.js';
import { SessionRouter } from '../../sessions/session-router.js';
import type { StoredEvent } from '../../inbox/stored-event.js';
import { isCountedBy, windowOf } from '../../transcript/history-window.js';
import type { HistoryQuery } from '../../transcript/history.repository.js';
import type { HistoryEntry } from '../../transcript/remembered-session.js';
import { SessionMemory } from '../../transcript/session-memory.js';
import { HistoryFilter } from './history-filter.service.js';
import { HistoryLimits, Recall } from './recall.service.js';

/** The tokens of the shortest possible message with its header; the real messages are measured exactly later. */
const LEAST_TOKENS = 2 * MESSAGE_TOKENS;

/** The context of earlier turns (spec 3-workchat and 2-imbridge, `historyLimit` and `dmHistoryLimit`). */
@Injectable()
export class HistoryService {
  constructor(
    private readonly memory: SessionMemory,
    private readonly limits: HistoryLimits,
    private readonly router: SessionRouter,
    private readonly filter: HistoryFilter,
    private readonly recall: Recall,
  ) {}

  /**
   * Earlier messages of the session, oldest first: as many as are configured and fit, without those of people who have
   * lost access. Messages that only the service has are inserted at their places.
   */
  async before(
    stored: StoredEvent,
    contextTokens: number,
    signal: AbortSignal,
  ): Promise<readonly HistoryEntry[]> {
    const entries = await this.recent(stored, contextTokens);
    const [remembered, recalled] = await Promise.all([
      this.filter.apply(stored.event, entries),
      this.recall.beyond(stored, entries, signal),
    ]);
    if (recalled.length === 0) return remembered;
    const { limit, isHeardCounted } = this.limits.limitsFor(stored.event);
    const left = limit - recalled.filter(isCountedBy(isHeardCounted)).length;
    const rest = windowOf(remembered, { limit: left, isHeardCounted });
    return [...rest.entries, ...recalled].toSorted((a, b) => a.created_at - b.created_at);
  }

  /** In a group whose members have different agents, each agent knows what was said to the others. */
  private async recent(
    { id, sessionKey, session, event }: StoredEvent,
    contextTokens: number,
  ): Promise<readonly HistoryEntry[]> {
    const query = {
      after: session.beginsAfter,
      except: id,
      ...this.limits.limitsFor(event),
      // More entries than this cannot fit.
      maxEntries: Math.floor(contextTokens / LEAST_TOKENS),
    };
    const sessions = new Set([sessionKey, ...this.router.sessionsAt(event)]);
    const parts = await Promise.all([...sessions].map((each) => this.memory.read(each, query)));
    const [only = []] = parts;
    return parts.length === 1 ? only : merged(parts, query);
  }
}

/**
 * Merges the newest entries of several sessions as if they were one: `limit` messages that count, and the entries
 * between them.
 */
function merged(parts: readonly (readonly HistoryEntry[])[], query: HistoryQuery): readonly HistoryEntry[] {
  const entries = parts.flat().sort((a, b) => a.created_at - b.created_at);
  return windowOf(entries, query).entries;
}
