import { type PromptInput, type TurnMessage, writtenTurn } from '../../../assistant/index.js';
import { estimateTokens, MESSAGE_TOKENS } from '../history/token-estimate.js';

/** A date for the oldest message kept; `(you wrote first)` before it, and `(no answer)` behind the newest. */
const SPARE_TOKENS = 11 + 7 + 5 + 2 * MESSAGE_TOKENS;

/**
 * The newest part of the history with which the turn, as a model reads it, takes no more than so many tokens as we
 * estimate them: headers, quotes, the message to be answered and what an interrupted run has said and done included.
 * The question is never cut: where it alone takes as much, there is no history. Begins
 * where it may: at a question, or with what nobody asked for.
 */
export function withinBudget(
  turn: PromptInput,
  contextTokens: number,
  mayBegin = (index: number) => turn.history[index]?.role === 'user',
): TurnMessage[] {
  const { earlier, question } = writtenTurn(turn);
  let left = question.reduce((rest, { text }) => rest - tokensOf(text), contextTokens - SPARE_TOKENS);
  const lastOut = earlier.findLastIndex(({ text }) => (left -= tokensOf(text)) < 0);
  const first = turn.history.findIndex((_, index) => index > lastOut && mayBegin(index));
  return turn.history.slice(first >>> 0);
}

const tokensOf = (text: string): number => MESSAGE_TOKENS + estimateTokens(text);
