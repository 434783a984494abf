import {
  RuntimeFailure,
  type ToolDefinition,
  type TurnInput,
  type TurnPart,
  type UsagePart,
} from '../../runtime.js';
import type { RefusedFiles } from '../../runtimes/refused-files.js';
import { type Step, type StepAnswer, takeSteps } from '../../runtimes/steps.js';
import { withoutResultImages } from '../../runtimes/result-images.js';
import { fitting, halved, maxOutputOf } from './context-window.js';
import { callModel, type ModelLine, withBaseUrl } from './model-call.js';
import type { ModelAnswer, ModelUsage } from '../wire.js';

/** The most characters of JSON that the model's own messages of one turn may have: they go back with every step. */
const MAX_VERBATIM = 8 * 1024 * 1024;
/**
 * The statuses by which vendors refuse a file: it is damaged, too large or of another format, or the model takes none.
 */
const REFUSED = new Set([400, 404, 413, 415, 422]);

/** Tools that a turn finds out to be refused, each by a request that costs nothing but time. */
const MOST_REFUSED_TOOLS = 16;

/** One way to ask for a step. */
interface Attempt {
  readonly input: TurnInput;
  readonly step: Step;
  /** Left out files that may be the reason of a refusal. */
  readonly isWithoutFiles: boolean;
  /** Remembers what the model's whole answer says about the files. */
  readonly learn: () => void;
}

/** How far an attempt came. */
interface Reached {
  hasBegun: boolean;
  hasText: boolean;
}

/**
 * One turn of a model. A refused call is made once more: without the files that may be the reason, without a tool
 * that it names, or with less history. */
export class ModelTurn {
  private input: TurnInput;
  private isHalved = false;
  /** The model sees images, and has not refused those in results. */
  private showsResultImages: boolean;
  private verbatimLength = 0;
  /** Since the last answer. */
  private readonly refusedTools: ToolDefinition[] = [];

  constructor(
    private readonly line: ModelLine,
    private readonly files: RefusedFiles,
    input: TurnInput,
    private readonly signal: AbortSignal,
  ) {
    this.input = withBaseUrl(input, line.wire);
    this.showsResultImages = input.agent.runtime.images;
  }

  runSteps(): AsyncGenerator<TurnPart> {
    return takeSteps(this.input.tools?.(), this.signal, (step) => this.step(step));
  }

  private step(step: Step): AsyncGenerator<TurnPart, StepAnswer> {
    const tools = this.line.tools.offered(step.tools, this.input.agent.runtime);
    const shown = this.showsResultImages ? step : withoutResultImages(step);
    return this.attempt(this.firstAttempt({ ...shown, tools }));
  }

  private firstAttempt(step: Step): Attempt {
    // The history that was cut for one step stays so: the next ones begin as it did.
    this.input = fitting(this.input, step);
    const input = this.files.showable(this.input);
    const learn = input === this.input ? NOTHING : () => this.files.taken(input);
    return { input, step, isWithoutFiles: false, learn };
  }

  /** Some vendors accept a call first, and refuse it in their stream: that is the same as long as no text has come. */
  private async *attempt(attempt: Attempt): AsyncGenerator<TurnPart, StepAnswer> {
    const reached: Reached = { hasBegun: false, hasText: false };
    let answer: ModelAnswer;
    try {
      answer = yield* this.receive(attempt, reached);
    } catch (error) {
      const next = reached.hasText ? undefined : this.attemptAfter(error, attempt, reached);
      if (!next) throw error;
      return yield* this.attempt(next);
    }
    attempt.learn();
    this.learnRefusedTools();
    if (answer.usage) yield usagePart(answer.usage);
    if (answer.stop === 'length') yield { kind: 'cut-off' };
    return this.checked(answer);
  }

  private async *receive({ input, step }: Attempt, reached: Reached): AsyncGenerator<TurnPart, ModelAnswer> {
    const call = { input, step, maxOutputTokens: maxOutputOf(input.agent) };
    const stream = await callModel(this.line, call, this.signal);
    reached.hasBegun = true;
    try {
      for (let text = await stream.next(); text !== undefined; text = await stream.next()) {
        reached.hasText ||= text !== '';
        if (text !== '') yield { kind: 'text', text };
      }
      return stream.end();
    } catch (error) {
      if (stream.usage) yield usagePart(stream.usage);
      throw error;
    } finally {
      stream.leave();
    }
  }

  /** A request that is too long even with half its history says nothing about its files. */
  private attemptAfter(error: unknown, attempt: Attempt, reached: Reached): Attempt | undefined {
    if (!(error instanceof RuntimeFailure)) return undefined;
    if (isTooLong(error, reached)) {
      if (this.halve()) return this.firstAttempt(attempt.step);
      if (this.isHalved) return undefined;
    }
    const refused = attempt.step.tools.find(({ name }) => name === error.tool);
    if (refused) return this.withoutTool(refused, attempt);
    if (attempt.isWithoutFiles || error.code === 'wrong-key' || !REFUSED.has(error.status ?? 0))
      return undefined;
    const step = withoutResultImages(attempt.step);
    if (step !== attempt.step) return { ...attempt, step, learn: () => this.leaveOutResultImages(attempt) };
    const input = this.files.without(attempt.input);
    return input && { input, step, isWithoutFiles: true, learn: () => this.files.refused(attempt.input) };
  }

  /** A refusal names one tool of several that the model does not take, so there may be more after it. */
  private withoutTool(refused: ToolDefinition, attempt: Attempt): Attempt | undefined {
    if (this.refusedTools.push(refused) > MOST_REFUSED_TOOLS) return undefined;
    const tools = attempt.step.tools.filter((each) => each !== refused);
    return { ...attempt, step: { ...attempt.step, tools } };
  }

  /** The model has answered without them, so they were the reason. */
  private learnRefusedTools(): void {
    for (const tool of this.refusedTools.splice(0))
      this.line.tools.noteRefusal(tool, this.input.agent.runtime);
  }

  private leaveOutResultImages({ learn }: Attempt): void {
    this.showsResultImages = false;
    learn();
  }

  /** Once in a turn, for all its further steps. @returns whether there is less history now */
  private halve(): boolean {
    if (this.isHalved || this.input.history.length === 0) return false;
    this.isHalved = true;
    this.input = halved(this.input);
    return true;
  }

  /** @throws RuntimeFailure `refused`, unless the model said so itself, and when the model's messages outgrow what is kept of a turn */
  private checked(answer: ModelAnswer): ModelAnswer {
    const { stop, calls, verbatim } = answer;
    if (stop === 'refusal' && !answer.declinesInWords)
      throw new RuntimeFailure('the model declined to answer', false, { code: 'refused' });
    if (calls.length > 0 && verbatim !== undefined) this.verbatimLength += JSON.stringify(verbatim).length;
    if (this.verbatimLength > MAX_VERBATIM)
      throw new RuntimeFailure(`the model's answers of one turn exceed ${MAX_VERBATIM} characters`, false);
    return answer;
  }
}

/** An answer to a turn without files says nothing about any. */
const NOTHING = (): void => undefined;

/** An error of a stream has no code: its wire tells it by the status that a refusal would have. */
const isTooLong = ({ code, status }: RuntimeFailure, { hasBegun }: Reached): boolean =>
  code === 'too-long' || (hasBegun && status === 413);

const usagePart = (usage: ModelUsage): UsagePart => ({ kind: 'usage', ...usage });
