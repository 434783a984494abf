import { instructionsOf } from '../../prompt/envelope.js';
import { writtenTurn } from '../../prompt/prompt.js';
import type { PromptMessage } from '../../prompt/prompt-message.js';
import { estimateTokens } from '../../prompt/token-estimate.js';
import type { AgentSettings, TurnInput } from '../../runtime.js';
import type { Step } from '../../runtimes/steps.js';
import { DEFAULT_MAX_OUTPUT_TOKENS } from '../wire.js';

/** Tokens of an image, or of a page or two of a PDF; models take between a hundred and three thousand. */
const FILE_TOKENS = 1_500;

/** The most tokens of an answer; in a small window at most half of it, so that a prompt fits beside it. */
export function maxOutputOf({ runtime }: AgentSettings): number {
  const { maxOutputTokens = DEFAULT_MAX_OUTPUT_TOKENS, contextWindow = Infinity } = runtime;
  return Math.min(maxOutputTokens, Math.floor(contextWindow / 2));
}

/**
 * The turn with the newest part of its history that fits the model's `contextWindow`, by our estimate, beside the
 * instructions, the question, the tools, the steps so far and the answer. Unchanged where the window is not known.
 */
export function fitting(input: TurnInput, step: Step): TurnInput {
  const { contextWindow } = input.agent.runtime;
  if (contextWindow === undefined || input.history.length === 0) return input;
  const { earlier, question } = writtenTurn(input);
  let left = contextWindow - maxOutputOf(input.agent) - stepTokens(input, step) - sum(question);
  const begin = earlier.findLastIndex((message) => (left -= tokensOf(message)) < 0) + 1;
  return begin === 0 ? input : { ...input, history: input.history.slice(begin) };
}

/** Tokens of a whole request, by our estimate. */
export function requestTokens(input: TurnInput, step: Step): number {
  const { earlier, question } = writtenTurn(input);
  return stepTokens(input, step) + sum(earlier) + sum(question);
}

/** The parts of a request that are no message. */
function stepTokens(input: TurnInput, { past, tools }: Step): number {
  const instructions = instructionsOf(input) ?? '';
  const steps = past.map(({ text, calls, verbatim }) => JSON.stringify([text, calls, verbatim]));
  return [instructions, JSON.stringify(tools), ...steps].reduce((all, text) => all + estimateTokens(text), 0);
}

const tokensOf = ({ tokens, images = [] }: PromptMessage): number => tokens + images.length * FILE_TOKENS;

const sum = (messages: readonly PromptMessage[]): number =>
  messages.reduce((all, message) => all + tokensOf(message), 0);
