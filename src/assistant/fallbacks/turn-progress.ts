import { takesFile } from '../../config/index.js';
import { Continuation } from '../prompt/continuation.js';
import { withoutImages } from '../runtimes/result-images.js';
import { withFiles } from '../prompt/with-files.js';
import type { AgentSettings, DoneCall, ToolBox, ToolResult, TurnInput, TurnPart } from '../runtime.js';

/**
 * The words and calls of a turn so far, whichever models they are from: the next one continues behind it. Also knows whether the
 * gateway itself is at work, whose faults and delays are none of the model's.
 */
export class TurnProgress {
  /** As people read it: without what a model repeated of it. */
  private said: string;
  private continuation: Continuation;
  private readonly done: DoneCall[];
  /** How often a model has called tools and was asked again. */
  private steps = 0;
  private isOurs = false;

  constructor(private readonly input: Omit<TurnInput, 'agent'>) {
    this.said = input.alreadySaid;
    this.continuation = new Continuation(this.said);
    this.done = [...(input.alreadyDone ?? [])];
  }

  /** A tool runs, or the answer so far is being stored. */
  get isGatewayBusy(): boolean {
    return this.isOurs;
  }

  set isGatewayBusy(isBusy: boolean) {
    this.isOurs = isBusy;
  }

  /** The turn as this model gets it, which is asked next, with the files that it takes. */
  inputFor(agent: AgentSettings): TurnInput {
    this.continuation = new Continuation(this.said);
    const { tools } = this.input;
    const input: TurnInput = {
      ...this.input,
      agent,
      alreadySaid: this.said,
      alreadyDone: [...this.done],
      ...(tools && { tools: () => this.recorded(tools()) }),
    };
    return withFiles(input, (file) => {
      const { data, ...named } = file;
      return data === undefined || takesFile(agent.runtime, file.mimeType) ? file : named;
    });
  }

  /** Takes a part, with which the gateway is at work until `resume`. */
  add(part: TurnPart): void {
    this.isOurs = true;
    if (part.kind === 'text') this.said += this.continuation.push(part.text);
    if (part.kind !== 'tools-called') return;
    this.steps++;
    this.said += this.continuation.push(this.paragraphBreak());
  }

  /** The gateway is done with the last part. */
  resume(): void {
    this.isOurs = false;
  }

  private paragraphBreak(): string {
    const before = this.said + this.continuation.held;
    return before === '' || before.endsWith('\n\n') ? '' : '\n\n';
  }

  /** The limit of steps holds for the turn, not for each model. */
  private recorded(box: ToolBox | undefined): ToolBox | undefined {
    if (!box) return undefined;
    const { definitions, instructions } = box;
    const maxSteps = Math.max(0, box.maxSteps - this.steps);
    return {
      definitions,
      ...(instructions !== undefined && { instructions }),
      maxSteps,
      call: (name, input, signal) => this.call(box, { name, input }, signal),
    };
  }

  /** A call that fails for a reason of ours leaves the gateway at fault: its error ends the turn. */
  private async call(box: ToolBox, call: DoneCall['call'], signal: AbortSignal): Promise<ToolResult> {
    this.isOurs = true;
    const result = await box.call(call.name, call.input, signal);
    this.isOurs = false;
    this.done.push({ call, result: withoutImages(result) });
    return result;
  }
}
