import { MESSAGE_TOKENS, type PromptInput, type TurnMessage, writtenTurn } from '../../../assistant/index.js';

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
  mayBegin = (index: number) => turn.history[index]?.role === 'user',
): readonly TurnMessage[] {
  const { earlier, question } = writtenTurn(turn);
  let left = question.reduce((rest, { tokens }) => rest - tokens, contextTokens - SPARE_TOKENS);
  const lastOut = earlier.findLastIndex(({ tokens }) => (left -= tokens) < 0);
  const first = turn.history.findIndex((_, index) => index > lastOut && mayBegin(index));
  return first === 0 ? turn.history : turn.history.slice(first >>> 0);
}
