import {
  type DoneCall,
  RuntimeFailure,
  type TurnInput,
  type TurnPart,
  type UsagePart,
} from '../../runtime.js';
import type { RefusedFiles } from '../../runtimes/refused-files.js';
import { type Step, type StepAnswer, takeSteps } from '../../runtimes/steps.js';
import { withoutResultImages } from '../../runtimes/result-images.js';
import { fitting, halved, maxOutputOf, roomierOutputOf } from './context-window.js';
import { callModel, type ModelLine, withBaseUrl } from './model-call.js';
import type { ModelAnswer, ModelUsage, StopReason } from '../wire.js';

/** The most characters of JSON that the model's own messages of one turn may have: they go back with every step. */
const MAX_VERBATIM = 8 * 1024 * 1024;
/**
 * The statuses by which vendors refuse a file: it is damaged, too large or of another format, or the model takes none.
 */
const REFUSED = new Set([400, 404, 413, 415, 422]);

/** One way to ask for a step. */
interface Attempt {
  readonly input: TurnInput;
  readonly step: Step;
  /** Left out files that may be the reason of a refusal. */
  readonly isWithoutFiles: boolean;
  /** The most tokens of the answer. */
  readonly maxOutputTokens: number;
  /** Remembers what the model's whole answer says about the files. */
  readonly learn: () => void;
}

/** How far an attempt came. */
interface Reached {
  hasBegun: boolean;
  hasText: boolean;
}

/** One turn of a model. A refused call is made once more: without the files that may be the reason, or with less history. */
export class ModelTurn {
  private input: TurnInput;
  private isHalved = false;
  /** The model sees images, and has not refused those in results. */
  private showsResultImages: boolean;
  private verbatimLength = 0;

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

  /** An answer that leaves a person without a word is asked for once more (ADR 0131). */
  private async *step(step: Step): AsyncGenerator<TurnPart, StepAnswer> {
    const shown = () => (this.showsResultImages ? step : withoutResultImages(step));
    let answer = yield* this.attempt(this.firstAttempt(shown()));
    if (this.isWordless(answer, step)) answer = yield* this.askAgain(shown(), answer.stop);
    if (answer.stop === 'length') yield { kind: 'cut-off' };
    return this.checked(answer);
  }

  /**
   * @param stop how the answer without a word ended: one that was cut off gets more room
   * @throws RuntimeFailure `empty`
   */
  private async *askAgain(step: Step, stop: StopReason): AsyncGenerator<TurnPart, ModelAnswer> {
    const first = this.firstAttempt(step);
    const isCut = stop === 'length';
    const maxOutputTokens = isCut ? roomierOutputOf(this.input.agent) : first.maxOutputTokens;
    try {
      const answer = yield* this.attempt({ ...first, maxOutputTokens });
      if (!this.isWordless(answer, step)) return answer;
    } catch (error) {
      // A model that takes no more room has given its answer, which was none.
      if (!isCut || !(error instanceof RuntimeFailure) || !REFUSED.has(error.status ?? 0)) throw error;
    }
    const cause = isCut ? 'its limit of tokens came before the first word' : 'asked twice';
    throw new RuntimeFailure(`the model's answer had no text (${cause})`, false, { code: 'empty' });
  }

  /** Whether the turn ends here and its person gets nothing: neither words nor a message by a tool. */
  private isWordless({ text, calls, stop }: ModelAnswer, { past, tools, isFinal = false }: Step): boolean {
    if (text.trim() !== '' || stop === 'refusal' || (calls.length > 0 && !isFinal)) return false;
    const { alreadySaid, alreadyDone = [] } = this.input;
    if (alreadySaid.trim() !== '' || past.some((each) => each.text.trim() !== '')) return false;
    const isSeen = ({ call: { name, input }, result }: DoneCall): boolean =>
      result.ok && tools.some((tool) => tool.name === name && tool.isSeen?.(input) === true);
    return ![...alreadyDone, ...past.flatMap(({ calls: made }) => made)].some(isSeen);
  }

  private firstAttempt(step: Step): Attempt {
    // The history that was cut for one step stays so: the next ones begin as it did.
    this.input = fitting(this.input, step);
    const input = this.files.showable(this.input);
    const learn = input === this.input ? NOTHING : () => this.files.taken(input);
    return { input, step, isWithoutFiles: false, learn, maxOutputTokens: maxOutputOf(input.agent) };
  }

  /** Some vendors accept a call first, and refuse it in their stream: that is the same as long as no text has come. */
  private async *attempt(attempt: Attempt): AsyncGenerator<TurnPart, ModelAnswer> {
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
    if (answer.usage) yield usagePart(answer.usage);
    return answer;
  }

  private async *receive(
    { input, step, maxOutputTokens }: Attempt,
    reached: Reached,
  ): AsyncGenerator<TurnPart, ModelAnswer> {
    const call = { input, step, maxOutputTokens };
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
      const { maxOutputTokens } = attempt;
      if (this.halve()) return { ...this.firstAttempt(attempt.step), maxOutputTokens };
      if (this.isHalved) return undefined;
    }
    if (attempt.isWithoutFiles || error.code === 'wrong-key' || !REFUSED.has(error.status ?? 0))
      return undefined;
    const step = withoutResultImages(attempt.step);
    if (step !== attempt.step) return { ...attempt, step, learn: () => this.leaveOutResultImages(attempt) };
    const input = this.files.without(attempt.input);
    const learn = () => this.files.refused(attempt.input);
    return input && { ...attempt, input, step, isWithoutFiles: true, learn };
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
