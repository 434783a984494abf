import { Injectable } from '@nestjs/common';
import { SessionRouter } from '../../sessions/session-router.js';
import type { StoredEvent } from '../../inbox/stored-event.js';
import {
  type HistoryCount,
  type SpokenEntry,
  HistoryRepository,
} from '../../transcript/history.repository.js';
import { HistoryFilter } from './history-filter.service.js';
import { HistoryLimits } from './history-limits.js';
import { Recall } from './recall.service.js';
import { MESSAGE_TOKENS } from './token-estimate.js';

/** The shortest message with its header; fetched messages are measured exactly later. */
const LEAST_TOKENS = 2 * MESSAGE_TOKENS;

/** The context of earlier turns (spec 3-workchat and 2-imbridge, `historyLimit` and `dmHistoryLimit`). */
@Injectable()
export class HistoryService {
  constructor(
    private readonly repository: HistoryRepository,
    private readonly limits: HistoryLimits,
    private readonly router: SessionRouter,
    private readonly filter: HistoryFilter,
    private readonly recall: Recall,
  ) {}

  /**
   * Earlier messages of the session, oldest first: as many as configured and as fit, without those of people who have
   * lost access. Messages that only the service has are placed between them.
   */
  async before(
    stored: StoredEvent,
    contextTokens: number,
    signal: AbortSignal,
  ): Promise<readonly SpokenEntry[]> {
    const entries = await this.recent(stored, contextTokens);
    const [remembered, recalled] = await Promise.all([
      this.filter.apply(stored.event, entries),
      this.recall.beyond(stored, entries, signal),
    ]);
    if (recalled.length === 0) return remembered;
    const { limit, isHeardCounted } = this.limits.limitsFor(stored.event);
    const isOfPeople = isCountedBy(isHeardCounted);
    const rest = lastOf(remembered, limit - recalled.filter(isOfPeople).length, isOfPeople);
    return [...rest, ...recalled].toSorted((a, b) => a.created_at - b.created_at);
  }

  /** In a group whose members have different agents, each agent knows what was said to the others. */
  private async recent(
    { id, sessionKey, session, event }: StoredEvent,
    contextTokens: number,
  ): Promise<SpokenEntry[]> {
    const wish = {
      after: session.beginsAfter,
      except: id,
      ...this.limits.limitsFor(event),
      // More cannot fit.
      maxEntries: Math.floor(contextTokens / LEAST_TOKENS),
    };
    const sessions = new Set([sessionKey, ...this.router.sessionsAt(event)]);
    const parts = await Promise.all([...sessions].map((each) => this.repository.recent(each, wish)));
    return parts.length === 1 ? parts.flat() : merged(parts, wish);
  }
}

/** The newest entries of several sessions, as of one: `limit` messages that count, and the entries between them. */
function merged(
  parts: readonly SpokenEntry[][],
  { limit, isHeardCounted, maxEntries }: HistoryCount & { readonly maxEntries: number },
): SpokenEntry[] {
  const entries = parts
    .flat()
    .sort((a, b) => a.created_at - b.created_at)
    .slice(-maxEntries);
  return lastOf(entries, limit, isCountedBy(isHeardCounted));
}

const isCountedBy =
  (isHeardCounted: boolean) =>
  ({ role, kind }: SpokenEntry): boolean =>
    role === 'user' && (kind === 'turn' || (isHeardCounted && kind === 'heard'));

/** From the first of the last `limit` messages that count. */
function lastOf(
  entries: readonly SpokenEntry[],
  limit: number,
  isCounted: (entry: SpokenEntry) => boolean,
): SpokenEntry[] {
  if (limit <= 0) return [];
  let left = limit;
  const oldest = entries.findLastIndex((entry) => isCounted(entry) && --left === 0);
  return entries.slice(Math.max(oldest, 0));
}
