import type { ToolBox, ToolCall, ToolDefinition, ToolResult, TurnPart } from '../runtime.js';
import { refuseCallsBeyond, ToolCalls } from './tool-calls.js';
import { isOwnFault } from '../usage/own-faults.js';
import { toRuntimeFailure } from './call-failure.js';

/** A call the model asked for. */
export interface RequestedCall extends ToolCall {
  /** The model's own id of the call; its result is sent back under it. */
  readonly id: string;
}

/** The text of one step, and the calls it asks for. */
export interface StepAnswer {
  readonly text: string;
  readonly calls: readonly RequestedCall[];
  /** The model's own message, for the next step of the same turn (`ModelAnswer.verbatim`). */
  readonly verbatim?: unknown;
}

/** An earlier step of the turn, and the results of its calls. */
export interface PastStep {
  readonly text: string;
  readonly calls: readonly { readonly call: RequestedCall; readonly result: ToolResult }[];
  /** As in `StepAnswer`. Absent when another model answered that step. */
  readonly verbatim?: unknown;
}

/** The parts of the model's next call that change from step to step. */
export interface Step {
  readonly past: readonly PastStep[];
  /** Those of the turn, the same in each step: a prompt begins with them. */
  readonly tools: readonly ToolDefinition[];
  /** The rounds of calls are used up: no tool may be called any more. */
  readonly isFinal?: boolean;
}

/** The tools that a model may call in a step, for a protocol that cannot offer tools and forbid calls. */
export const callableTools = ({ tools, isFinal = false }: Step): readonly ToolDefinition[] =>
  isFinal ? [] : tools;

/**
 * Asks until the model calls no more tools. After the last step with calls comes one without, for the final answer.
 * @throws the errors of `ask` and of the tool box unchanged; RuntimeFailure after an abort
 */
export async function* takeSteps(
  box: ToolBox | undefined,
  signal: AbortSignal,
  ask: (step: Step) => AsyncGenerator<TurnPart, StepAnswer>,
): AsyncGenerator<TurnPart> {
  const tools = box && new ToolCalls(box, signal);
  const past: PastStep[] = [];
  let asked = 0;
  for (;;) {
    const isFinal = !tools || past.length >= tools.maxSteps;
    let answer: StepAnswer;
    try {
      answer = yield* ask({ past, tools: tools?.definitions ?? [], isFinal });
    } catch (error) {
      // Any other is the model's, which `ask` has told apart, or a fault of ours.
      throw signal.aborted && !isOwnFault(error) ? toRuntimeFailure(error, signal) : error;
    }
    const { text, calls, verbatim } = answer;
    // The final answer is one, whatever else the model asks for.
    if (calls.length === 0 || isFinal) return;
    refuseCallsBeyond((asked += calls.length));
    past.push({ text, calls: await callAll(tools, calls, signal), verbatim });
    yield { kind: 'tools-called' };
  }
}

/** One after another: effects happen in the order the model gave them. */
async function callAll(
  tools: ToolCalls,
  calls: readonly RequestedCall[],
  signal: AbortSignal,
): Promise<PastStep['calls']> {
  const done: PastStep['calls'][number][] = [];
  try {
    for (const call of calls) done.push({ call, result: await tools.call(call.name, call.input) });
  } catch (error) {
    throw signal.aborted ? toRuntimeFailure(error, signal) : error;
  }
  return done;
}
