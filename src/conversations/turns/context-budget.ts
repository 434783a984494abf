import { type Asking, mayBegin, type TurnMessage, writtenTurn } from '../../assistant/index.js';
import { estimateTokens, MESSAGE_TOKENS } from './token-estimate.js';

/**
 * A date that stands with the oldest message kept and stood with one before it; `(no answer)` behind the newest, and
 * `(you wrote first)` ahead of the oldest.
 */
const SPARE_TOKENS = 11 + 5 + MESSAGE_TOKENS + 7 + MESSAGE_TOKENS;

/**
 * The newest part of the history with which the turn, as a model reads it, takes no more than so many tokens as we
 * estimate them: headers, quotes, the message to be answered and what an interrupted run has said and done included.
 * What is to be answered is never cut: where it alone takes as much, there is no history. Never begins with an answer.
 */
export function withinBudget(turn: Asking, contextTokens: number): TurnMessage[] {
  const { earlier, question } = writtenTurn(turn);
  let left = question.reduce((rest, { text }) => rest - tokensOf(text), contextTokens - SPARE_TOKENS);
  const lastOut = earlier.findLastIndex(({ text }) => (left -= tokensOf(text)) < 0);
  const fitting = turn.history.slice(lastOut + 1);
  return fitting.slice(fitting.findIndex(mayBegin) >>> 0);
}

const tokensOf = (text: string): number => MESSAGE_TOKENS + estimateTokens(text);
