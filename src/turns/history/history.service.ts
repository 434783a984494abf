import { Injectable } from '@nestjs/common';
import { MESSAGE_TOKENS } from '../../assistant/index.js';
import type { InboundEvent } from '../../channels/index.js';
import {
  type HistoryEntry,
  type HistoryQuery,
  isCountedBy,
  isSaidIn,
  SessionMemory,
  SessionRouter,
  steppedFrom,
  type StoredEvent,
  windowOf,
} from '../../conversations/index.js';
import { HistoryFilter } from './history-filter.service.js';
import { HistoryLimits, Recall } from './recall.service.js';

/** The tokens of the shortest possible message with its header; the real messages are measured exactly later. */
const LEAST_TOKENS = 2 * MESSAGE_TOKENS;

/** Entries and the first `seq` of them, also where that entry is from someone who may have access again later. */
export interface BegunEntries extends Pick<StoredEvent, 'historyFrom'> {
  readonly entries: readonly HistoryEntry[];
}

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
   * Earlier messages of the session, oldest first, from where the history of its last answered turn began: as many as are
   * configured and fit, without those of people who have lost access. Messages that only the service has are inserted at
   * their places.
   */
  async before(stored: StoredEvent, contextTokens: number, signal: AbortSignal): Promise<BegunEntries> {
    const entries = await this.recent(stored, contextTokens);
    const historyFrom = entries[0]?.seq;
    const [remembered, recalled] = await Promise.all([
      this.filter.apply(stored.event, entries),
      this.recall.beyond(stored, entries, signal),
    ]);
    if (recalled.length === 0) return { entries: remembered, historyFrom };
    const { limit, isHeardCounted } = this.limits.limitsFor(stored.event);
    const left = limit - recalled.filter(isCountedBy(isHeardCounted)).length;
    const rest = windowOf(remembered, { limit: left, isHeardCounted });
    const all = [...rest.entries, ...recalled].toSorted((a, b) => a.created_at - b.created_at);
    return { entries: all, historyFrom };
  }

  /** In a group whose members have different agents, each agent knows what was said to the others. */
  private async recent(
    { id, sessionKey, session, event }: StoredEvent,
    contextTokens: number,
  ): Promise<readonly HistoryEntry[]> {
    const limits = this.limits.limitsFor(event);
    if (limits.limit <= 0) return [];
    const query = {
      after: session.beginsAfter,
      except: id,
      ...limits,
      // One more than a history may have, which tells whether it does.
      limit: limits.limit + 1,
      // More entries than this cannot fit.
      maxEntries: Math.floor(contextTokens / LEAST_TOKENS),
    };
    const sessions = new Set([sessionKey, ...this.router.sessionsAt(event)]);
    const parts = await Promise.all([...sessions].map((each) => this.memory.read(each, query)));
    const [own = []] = parts;
    const entries = parts.length === 1 ? own : merged(parts, query);
    return steppedFrom(entries, lastBeginning(own, event), limits);
  }
}

/**
 * The beginning of the history of the session's last answered turn in the conversation: in another conversation, other
 * limits may hold.
 */
const lastBeginning = (own: readonly HistoryEntry[], event: InboundEvent): number | null =>
  own.findLast((entry) => typeof entry.history_from === 'number' && isSaidIn(event, entry))?.history_from ??
  null;

/**
 * Merges the newest entries of several sessions as if they were one: `limit` messages that count, and the entries
 * between them.
 */
function merged(parts: readonly (readonly HistoryEntry[])[], query: HistoryQuery): readonly HistoryEntry[] {
  const entries = parts.flat().sort((a, b) => a.created_at - b.created_at);
  return windowOf(entries, query).entries;
}
