import { RuntimeFailure, type ToolBox, type ToolDefinition, type ToolResult } from '../runtime.js';

/** Calls of one turn, over all its steps: stops a model that calls without end. */
const MAX_CALLS = 64;
/** Levels of arguments: they are written as JSON, which ends in an error of ours after some thousands. */
const MAX_DEPTH = 100;
/** Calls a model may ask for in a turn, including refused ones: each is stored, and sent back with its result. */
const MAX_ASKED = 256;

/** @throws RuntimeFailure */
export function refuseCallsBeyond(asked: number): void {
  if (asked > MAX_ASKED) throw new RuntimeFailure(`the model requested more than ${MAX_ASKED} calls`, false);
}

/**
 * Makes the tool calls of one turn. The model gets its own mistakes as answers. Failures of ours end the turn, because
 * they do not concern the model and another run may succeed.
 */
export class ToolCalls {
  readonly definitions: readonly ToolDefinition[];
  readonly maxSteps: number;
  private made = 0;

  constructor(
    private readonly box: ToolBox,
    private readonly turn: AbortSignal,
  ) {
    this.definitions = box.definitions;
    this.maxSteps = box.maxSteps;
  }

  /** @throws what the tool box threw. */
  async call(name: string, input: unknown): Promise<ToolResult> {
    this.turn.throwIfAborted();
    const problem = this.problemOf(name, input);
    return problem === undefined ? this.box.call(name, input, this.turn) : { ok: false, error: problem };
  }

  private problemOf(name: string, input: unknown): string | undefined {
    const names = this.definitions.map((definition) => definition.name);
    if (!names.includes(name)) return `there is no tool ${name}; available tools: ${names.join(', ')}`;
    if (typeof input !== 'object' || input === null || Array.isArray(input) || isTooDeep(input))
      return `the arguments must be a JSON object of at most ${MAX_DEPTH} levels`;
    return ++this.made > MAX_CALLS ? `at most ${MAX_CALLS} calls are allowed in a turn` : undefined;
  }
}

/** Whether arguments are nested too deeply to be written again. */
export function isTooDeep(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isTooDeep(each, levels - 1));
}
