import type { HistoryCount, SpokenEntry } from './history.repository.js';

/** Whether an entry counts towards a history's limit. */
export const isCountedBy =
  (isHeardCounted: boolean) =>
  ({ role, kind }: SpokenEntry): boolean =>
    role === 'user' && (kind === 'turn' || (isHeardCounted && kind === 'heard'));

/** The index of the oldest of the last `limit` entries that count; -1 when there are fewer. */
export function oldestCounted(
  entries: readonly SpokenEntry[],
  { limit, isHeardCounted }: HistoryCount,
): number {
  const isCounted = isCountedBy(isHeardCounted);
  let left = limit;
  return entries.findLastIndex((entry) => isCounted(entry) && --left === 0);
}

/** The entries from the oldest of the last `limit` ones that count. */
export const lastOf = <T extends SpokenEntry>(entries: readonly T[], count: HistoryCount): readonly T[] =>
  count.limit <= 0 ? [] : entries.slice(Math.max(oldestCounted(entries, count), 0));
