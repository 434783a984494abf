import { MESSAGE_TOKENS, type HistoryLine, type PromptInput, writtenTurn } from '../../assistant/index.js';
import type { HistoryQuery, SpokenEntry } from './history.repository.js';

/* Where a history begins: by the configured number of messages, and by the tokens that an agent may get. */

type Limits = Pick<HistoryQuery, 'limit' | 'isHeardCounted'> & Partial<Pick<HistoryQuery, 'maxEntries'>>;

/** Whether an entry counts towards a history's limit. */
export const isCountedBy =
  (isHeardCounted: boolean) =>
  ({ role, kind }: SpokenEntry): boolean =>
    role === 'user' && (kind === 'turn' || (isHeardCounted && kind === 'heard'));

/**
 * The last entries: from the oldest of the last `limit` ones that count, and `maxEntries` at most.
 * @param entries oldest first
 * @returns `isFull`: entries before these would not belong to it
 */
export function windowOf<T extends SpokenEntry>(
  entries: readonly T[],
  { limit, isHeardCounted, maxEntries = Infinity }: Limits,
): { readonly entries: readonly T[]; readonly isFull: boolean } {
  if (limit <= 0) return { entries: [], isFull: true };
  const isCounted = isCountedBy(isHeardCounted);
  let left = limit;
  const oldest = entries.findLastIndex((entry) => isCounted(entry) && --left === 0);
  const begin = Math.max(oldest, entries.length - maxEntries, 0);
  return {
    entries: begin === 0 ? entries : entries.slice(begin),
    isFull: oldest >= 0 || entries.length >= maxEntries,
  };
}

/** A date for the oldest message kept; `(you wrote first)` before it, and `(no answer)` after the newest. */
const SPARE_TOKENS = 11 + 7 + 5 + 2 * MESSAGE_TOKENS;

/**
 * The newest part of a history with which a turn stays within an estimated number of tokens. The estimate covers all
 * that a model reads: headers, quotes, the message to be answered, and the words and calls of an interrupted run. The
 * question is never cut: if it alone takes the budget, there is no history. The history begins at a question or at an
 * unprompted message.
 */
export function withinBudget(
  turn: PromptInput,
  contextTokens: number,
  mayBegin = (index: number) => turn.history[index]?.message.role === 'user',
): readonly HistoryLine[] {
  const { earlier, question } = writtenTurn(turn);
  let left = question.reduce((rest, { tokens }) => rest - tokens, contextTokens - SPARE_TOKENS);
  const lastOut = earlier.findLastIndex(({ tokens }) => (left -= tokens) < 0);
  const first = turn.history.findIndex((_, index) => index > lastOut && mayBegin(index));
  return first === 0 ? turn.history : turn.history.slice(first >>> 0);
}
