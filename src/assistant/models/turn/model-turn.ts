import { RuntimeFailure, type TurnInput, type TurnPart, type UsagePart } from '../../runtime.js';
import type { RefusedFiles } from '../../runtimes/refused-files.js';
import { type Step, type StepAnswer, takeSteps } from '../../runtimes/steps.js';
import { fitting, halved, maxOutputOf } from './context-window.js';
import { callModel, type ModelLine, withBaseUrl } from './model-call.js';
import type { ModelStream } from './model-stream.js';
import type { ModelAnswer, ModelUsage } from '../wire.js';

/** The most characters of JSON that the model's own messages of one turn may have: they go back with every step. */
const MAX_VERBATIM = 8 * 1024 * 1024;
/**
 * The statuses by which vendors refuse a file: it is damaged, too large or of another format, or the model takes none.
 */
const REFUSED = new Set([400, 404, 413, 415, 422]);

/** An answer that has begun. */
interface Accepted {
  readonly stream: ModelStream;
  /** Remembers what the model's acceptance says about the files. To be called when the answer is whole. */
  readonly learn: () => void;
}

/** One turn of a model. A refused call is made once more: without the files that may be the reason, or with less history. */
export class ModelTurn {
  private input: TurnInput;
  private isHalved = false;
  private verbatimLength = 0;

  constructor(
    private readonly line: ModelLine,
    private readonly files: RefusedFiles,
    input: TurnInput,
    private readonly signal: AbortSignal,
  ) {
    this.input = withBaseUrl(input, line.wire);
  }

  run(): AsyncGenerator<TurnPart> {
    return takeSteps(this.input.tools?.(), this.signal, (step) => this.step(step));
  }

  private async *step(step: Step): AsyncGenerator<TurnPart, StepAnswer> {
    const { stream, learn } = await this.ask(step);
    let answer: ModelAnswer;
    let hasText = false;
    try {
      for (let text = await stream.next(); text !== undefined; text = await stream.next()) {
        hasText ||= text !== '';
        if (text !== '') yield { kind: 'text', text };
      }
      answer = stream.end();
    } catch (error) {
      if (stream.usage) yield usagePart(stream.usage);
      // Some vendors accept a call first, and find it too long in their stream.
      if (!hasText && isFoundTooLong(error) && this.halve()) return yield* this.step(step);
      throw error;
    } finally {
      stream.leave();
    }
    learn();
    if (answer.usage) yield usagePart(answer.usage);
    if (answer.stop === 'length') yield { kind: 'cut-off' };
    return this.checked(answer);
  }

  private async ask(step: Step): Promise<Accepted> {
    // The history that was cut for one step stays so: the next ones begin as it did.
    this.input = fitting(this.input, step);
    const input = this.files.showable(this.input);
    try {
      return { stream: await this.call(input, step), learn: () => this.files.taken(input) };
    } catch (error) {
      if (!(error instanceof RuntimeFailure)) throw error;
      if (error.code === 'too-long' && this.halve()) return this.ask(step);
      const rest = REFUSED.has(error.status ?? 0) ? this.files.without(input) : undefined;
      if (!rest) throw error;
      return { stream: await this.call(rest, step), learn: () => this.files.refused(input) };
    }
  }

  private call(input: TurnInput, step: Step): Promise<ModelStream> {
    const call = { input, step, maxOutputTokens: maxOutputOf(input.agent) };
    return callModel(this.line, call, this.signal);
  }

  /** Once in a turn, for all its further steps. @returns whether there is less history now */
  private halve(): boolean {
    if (this.isHalved || this.input.history.length === 0) return false;
    this.isHalved = true;
    this.input = halved(this.input);
    return true;
  }

  /** @throws RuntimeFailure `refused`, and when the model's messages outgrow what is kept of a turn */
  private checked(answer: ModelAnswer): ModelAnswer {
    const { stop, calls, verbatim } = answer;
    if (stop === 'refusal')
      throw new RuntimeFailure('the model declined to answer', false, { code: 'refused' });
    if (calls.length > 0 && verbatim !== undefined) this.verbatimLength += JSON.stringify(verbatim).length;
    if (this.verbatimLength > MAX_VERBATIM)
      throw new RuntimeFailure(`the model's answers of one turn exceed ${MAX_VERBATIM} characters`, false);
    return answer;
  }
}

/** An error of a stream has no code: its wire tells it by the status that a refusal would have. */
const isFoundTooLong = (error: unknown): boolean =>
  error instanceof RuntimeFailure && (error.code === 'too-long' || error.status === 413);

const usagePart = (usage: ModelUsage): UsagePart => ({ kind: 'usage', ...usage });
