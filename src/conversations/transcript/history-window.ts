import {
  MESSAGE_TOKENS,
  type HistoryLine,
  type PromptInput,
  type PromptMessage,
  writtenTurn,
} from '../../assistant/index.js';
import type { HistoryQuery, SequencedEntry, SpokenEntry } from './history.repository.js';

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

/** The largest limit that is exact: below it, two thirds would leave hardly any history. */
const EXACT = 6;

/**
 * How many entries that count a history begins again with once it has outgrown its limit, so that until it has grown to
 * the limit once more, each prompt begins with the one before it (ADR 0092).
 */
const beginningWith = (limit: number): number => (limit <= EXACT ? limit : Math.ceil((2 * limit) / 3));

/**
 * A session's history where the last one began, or the last {@link beginningWith} entries that count once it has
 * outgrown its limit.
 * @param entries oldest first, with at least one more that counts than the limit where the session has so many
 * @param from the first `seq` of the last history; without one the history begins with the entries
 */
export function steppedFrom<T extends SpokenEntry & Partial<Pick<SequencedEntry, 'seq'>>>(
  entries: readonly T[],
  from: number | null,
  limits: Pick<Limits, 'limit' | 'isHeardCounted'>,
): readonly T[] {
  const begin = from === null ? 0 : entries.findIndex(({ seq = 0 }) => seq >= from);
  const grown = begin === 0 ? entries : entries.slice(begin >>> 0);
  const isCounted = isCountedBy(limits.isHeardCounted);
  const count = grown.reduce((sum, entry) => (isCounted(entry) ? sum + 1 : sum), 0);
  if (count <= limits.limit) return grown;
  return windowOf(entries, { ...limits, limit: beginningWith(limits.limit) }).entries;
}

/** A date for the oldest message kept; `(you wrote first)` before it, and `(no answer)` after the newest. */
const SPARE_TOKENS = 11 + 7 + 5 + 2 * MESSAGE_TOKENS;

/** The share of its tokens that a history keeps when it has outgrown them. */
const KEPT = 0.6;

/**
 * The history of a turn that stays within an estimated number of tokens: the whole of it, or, once it does not fit, its
 * newest part within {@link KEPT} of what the question leaves, so that the next turns have room to grow (ADR 0092). The
 * estimate covers all that a model reads: headers, quotes, the message to be answered, and the words and calls of an
 * interrupted run. The question is never cut: if it alone takes the budget, there is no history. The history begins at a
 * question or at an unprompted message.
 */
export function withinBudget(
  turn: PromptInput,
  contextTokens: number,
  mayBegin = (index: number) => turn.history[index]?.message.role === 'user',
): readonly HistoryLine[] {
  const { earlier, question } = writtenTurn(turn);
  const left = question.reduce((rest, { tokens }) => rest - tokens, contextTokens - SPARE_TOKENS);
  const isWhole = lastBeyond(earlier, left) < 0;
  const lastOut = isWhole ? -1 : lastBeyond(earlier, KEPT * left);
  const first = turn.history.findIndex((_, index) => index > lastOut && mayBegin(index));
  return first === 0 ? turn.history : turn.history.slice(first >>> 0);
}

/** The index of the newest message that does not fit; -1 when all do. */
function lastBeyond(earlier: readonly PromptMessage[], tokens: number): number {
  let left = tokens;
  return earlier.findLastIndex((message) => (left -= message.tokens) < 0);
}
