import type { HistoryCount, SpokenEntry } from './history.repository.js';

/** Whether a history's limit counts an entry. */
export const isCountedBy =
  (isHeardCounted: boolean) =>
  ({ role, kind }: SpokenEntry): boolean =>
    role === 'user' && (kind === 'turn' || (isHeardCounted && kind === 'heard'));

/** Where the first of the last `limit` entries stands that count; -1 where fewer do. */
export function oldestCounted(
  entries: readonly SpokenEntry[],
  { limit, isHeardCounted }: HistoryCount,
): number {
  const isCounted = isCountedBy(isHeardCounted);
  let left = limit;
  return entries.findLastIndex((entry) => isCounted(entry) && --left === 0);
}

/** From the message on that is the first of the last `limit` which count. */
export const lastOf = <T extends SpokenEntry>(entries: readonly T[], count: HistoryCount): readonly T[] =>
  count.limit <= 0 ? [] : entries.slice(Math.max(oldestCounted(entries, count), 0));
