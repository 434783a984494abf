import { instructionsOf } from '../../prompt/envelope.js';
import { writtenTurn } from '../../prompt/prompt.js';
import type { PromptMessage } from '../../prompt/prompt-message.js';
import { estimateTokens } from '../../prompt/token-estimate.js';
import type { AgentSettings, TurnInput } from '../../runtime.js';
import { imagesIn, withoutResultImages } from '../../runtimes/result-images.js';
import type { Step } from '../../runtimes/steps.js';
import { DEFAULT_MAX_OUTPUT_TOKENS } from '../wire.js';

/** Tokens of an image, or of a page or two of a PDF; models take between a hundred and three thousand. */
const FILE_TOKENS = 1_500;

/** The share of its room that a history keeps when it has outgrown it. */
const KEPT = 0.6;
/** The share of a prompt that is left free for the question and the steps: room that follows their length would move. */
const FOR_THE_TURN = 0.25;

/**
 * The most tokens of an answer; in a small window at most half of it, so that a prompt fits beside it.
 * @param window the most tokens that the model takes; Infinity where that is not known
 */
export function maxOutputOf({ runtime }: AgentSettings, window: number): number {
  const { maxOutputTokens = DEFAULT_MAX_OUTPUT_TOKENS } = runtime;
  return Math.min(maxOutputTokens, Math.floor(window / 2));
}

/** The window whose prompts are this long, by the rule of {@link maxOutputOf}. @param promptTokens by our estimate */
export function windowOfPrompt({ runtime }: AgentSettings, promptTokens: number): number {
  const { maxOutputTokens = DEFAULT_MAX_OUTPUT_TOKENS } = runtime;
  return promptTokens + Math.min(maxOutputTokens, promptTokens);
}

/** As `maxOutputOf`, for an answer that was cut off before its first word: a model may think away all its tokens. */
export function roomierOutputOf({ runtime }: AgentSettings, window: number): number {
  const { maxOutputTokens } = runtime;
  const most = maxOutputTokens === undefined ? 2 * DEFAULT_MAX_OUTPUT_TOKENS : 4 * maxOutputTokens;
  return Math.min(most, Math.floor(window / 2));
}

/**
 * The turn with a newest part of its history that fits the model's window, by our estimate, beside the instructions,
 * the question, the tools, the steps so far and the answer. Unchanged where the window is not known (Infinity).
 *
 * The history is read as it grew: whenever it outgrew its room, it went on with {@link KEPT} of it. So it begins at the
 * same message for several turns, and prompts begin alike (ADR 0092). It begins at a question.
 */
export function fitting(input: TurnInput, step: Step, window: number): TurnInput {
  if (window === Infinity || input.history.length === 0) return input;
  const { earlier, question } = writtenTurn(input);
  const room = window - maxOutputOf(input.agent, window) - stepTokens(input, { ...step, past: [] });
  const turn = sum(question) + pastTokens(step);
  return since(input, beginOf(earlier, room - Math.max(room * FOR_THE_TURN, turn)));
}

/**
 * The turn with half of its history at most, and a quarter at least. It begins at one of a few places, so that it is the
 * same one for several turns.
 */
export function halved(input: TurnInput): TurnInput {
  const { length } = input.history;
  const apart = 2 ** Math.max(0, Math.floor(Math.log2(length / 4)));
  const atLeast = Math.ceil(Math.ceil(length / 2) / apart) * apart;
  const roles = input.history.map(({ message: { role } }) => role);
  return since(input, questionFrom(roles, atLeast));
}

const since = (input: TurnInput, begin: number): TurnInput =>
  begin === 0 ? input : { ...input, history: input.history.slice(begin) };

function beginOf(earlier: readonly PromptMessage[], most: number): number {
  const roles = earlier.map(({ role }) => role);
  let begin = 0;
  let used = 0;
  for (const [index, message] of earlier.entries()) {
    if (index < begin) continue;
    used += tokensOf(message);
    if (used <= most) continue;
    const grown = earlier.slice(0, index + 1);
    let left = KEPT * most;
    begin = questionFrom(roles, grown.findLastIndex((each) => (left -= tokensOf(each)) < 0) + 1);
    used = sum(grown.slice(begin));
  }
  return begin;
}

/** The index of the first question there; behind the end when there is none. */
function questionFrom(roles: readonly PromptMessage['role'][], index: number): number {
  const found = roles.indexOf('user', index);
  return found < 0 ? roles.length : found;
}

/** Tokens of a whole request, by our estimate. */
export function requestTokens(input: TurnInput, step: Step): number {
  const { earlier, question } = writtenTurn(input);
  return stepTokens(input, step) + sum(earlier) + sum(question);
}

/** The parts of a request that are no message. */
const stepTokens = (input: TurnInput, step: Step): number =>
  estimateTokens(instructionsOf(input) ?? '') + toolTokens(step.tools) + pastTokens(step);

const countedTools = new WeakMap<Step['tools'], number>();

/** Counted once for each list: that of a policy is the same in every turn. */
function toolTokens(tools: Step['tools']): number {
  const known = countedTools.get(tools) ?? estimateTokens(JSON.stringify(tools));
  countedTools.set(tools, known);
  return known;
}

const pastTokens = (step: Step): number =>
  withoutResultImages(step).past.reduce(
    (all, { text, calls, verbatim }) => all + estimateTokens(JSON.stringify([text, calls, verbatim])),
    FILE_TOKENS * resultImages(step),
  );

const resultImages = ({ past }: Step): number =>
  past.flatMap(({ calls }) => calls.flatMap(({ result }) => imagesIn(result))).length;

const tokensOf = ({ tokens, images = [] }: PromptMessage): number => tokens + images.length * FILE_TOKENS;

const sum = (messages: readonly PromptMessage[]): number =>
  messages.reduce((all, message) => all + tokensOf(message), 0);
