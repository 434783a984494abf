import {
  type AgentSettings,
  type DoneCall,
  RuntimeFailure,
  type ToolDefinition,
  type TurnInput,
  type TurnPart,
  type UsagePart,
} from '../../runtime.js';
import type { RefusedFiles } from '../../runtimes/refused-files.js';
import { type Step, type StepAnswer, takeSteps } from '../../runtimes/steps.js';
import { withoutResultImages } from '../../runtimes/result-images.js';
import {
  fitting,
  halved,
  maxOutputOf,
  requestTokens,
  roomierOutputOf,
  windowOfPrompt,
} from './context-window.js';
import type { LearntOfModels } from './learnt-of-models.js';
import type { WireTools } from '../tools/wire-tools.js';
import { callModel, type ModelLine, withBaseUrl } from './model-call.js';
import type { ModelAnswer, ModelUsage, StopReason } from '../wire.js';

/** The most characters of JSON that the model's own messages of one turn may have: they go back with every step. */
const MAX_VERBATIM = 8 * 1024 * 1024;
/**
 * The statuses by which vendors refuse a file: it is damaged, too large or of another format, or the model takes none.
 */
const REFUSED = new Set([400, 404, 413, 415, 422]);

/** Tools that a step finds out to be refused, each by a request that costs nothing but time. */
const MOST_REFUSED_TOOLS = 16;

/** How often a turn may halve its history. */
const MOST_HALVINGS = 2;

/** What earlier turns found out about the models of a wire. */
export interface KnownOfModels {
  readonly files: RefusedFiles;
  readonly learnt: LearntOfModels;
  readonly tools: WireTools;
}

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
  hasText: boolean;
}

/**
 * One turn of a model. A refused call is made again: without the files that may be the reason, without a tool that it
 * names, or with less history.
 */
export class ModelTurn {
  private input: TurnInput;
  private halvings = 0;
  /** The most tokens that the model takes, by its settings and by its refusals; Infinity where it is not known. */
  private window: number;
  /** The tokens of a request that the model found too long without a number, by our estimate. */
  private refusedTokens: number | undefined;
  /** As the configuration has it. */
  private readonly model: AgentSettings['runtime'];
  /** The model sees images, and has not refused those in results. */
  private showsResultImages: boolean;
  private verbatimLength = 0;
  /** Since the last answer. */
  private readonly refusedTools: ToolDefinition[] = [];

  constructor(
    private readonly line: ModelLine,
    private readonly known: KnownOfModels,
    input: TurnInput,
    private readonly signal: AbortSignal,
  ) {
    this.input = withBaseUrl(input, line.wire);
    this.model = input.agent.runtime;
    this.window = Math.min(this.model.contextWindow ?? Infinity, known.learnt.windowOf(this.model));
    this.showsResultImages = input.agent.runtime.images;
  }

  runSteps(): AsyncGenerator<TurnPart> {
    return takeSteps(this.input.tools?.(), this.signal, (step) => this.step(step));
  }

  /** An answer that leaves a person without a word is asked for once more (ADR 0131). */
  private async *step(step: Step): AsyncGenerator<TurnPart, StepAnswer> {
    const shown = () => this.shownOf(step);
    let answer = yield* this.attempt(this.firstAttempt(shown()));
    if (this.isWordless(answer, step)) answer = yield* this.askAgain(shown(), answer.stop);
    if (answer.stop === 'length') yield { kind: 'cut-off' };
    return this.checked(answer);
  }

  /** The step as this model gets it. */
  private shownOf(step: Step): Step {
    const tools = this.known.tools.offered(step.tools, this.model);
    return { ...(this.showsResultImages ? step : withoutResultImages(step)), tools };
  }

  /**
   * @param stop how the answer without a word ended: one that was cut off gets more room
   * @throws RuntimeFailure `empty`
   */
  private async *askAgain(step: Step, stop: StopReason): AsyncGenerator<TurnPart, ModelAnswer> {
    const first = this.firstAttempt(step);
    const isCut = stop === 'length';
    const maxOutputTokens = isCut ? roomierOutputOf(this.input.agent, this.window) : first.maxOutputTokens;
    try {
      const answer = yield* this.attempt({ ...first, maxOutputTokens });
      if (!this.isWordless(answer, step)) return answer;
    } catch (error) {
      // A model that takes no more room has given its answer, which was none.
      if (!isCut || !(error instanceof RuntimeFailure) || !REFUSED.has(error.status ?? 0)) throw error;
    }
    const cause = isCut ? 'it reached its token limit before the first word' : 'two attempts';
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
    this.input = fitting(this.input, step, this.window);
    const input = this.known.files.showable(this.input);
    const learn = input === this.input ? NOTHING : () => this.known.files.taken(input);
    const maxOutputTokens = maxOutputOf(input.agent, this.window);
    return { input, step, isWithoutFiles: false, learn, maxOutputTokens };
  }

  /** Some vendors accept a call first, and refuse it in their stream: that is the same as long as no text has come. */
  private async *attempt(attempt: Attempt): AsyncGenerator<TurnPart, ModelAnswer> {
    const reached: Reached = { hasText: false };
    let answer: ModelAnswer;
    try {
      answer = yield* this.receive(attempt, reached);
    } catch (error) {
      const next = reached.hasText ? undefined : this.attemptAfter(error, attempt);
      if (!next) throw error;
      return yield* this.attempt(next);
    }
    attempt.learn();
    this.learnFromAnswer(attempt);
    this.learnRefusedTools();
    if (answer.usage) yield usagePart(answer.usage);
    return answer;
  }

  private async *receive(
    { input, step, maxOutputTokens }: Attempt,
    reached: Reached,
  ): AsyncGenerator<TurnPart, ModelAnswer> {
    const refusesUsage = this.known.learnt.refusesUsage(this.model);
    const call = { input, step, maxOutputTokens, refusesUsage };
    const stream = await callModel(this.line, call, this.signal);
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

  /** A request that is too long even with less of its history says nothing about its files. */
  private attemptAfter(error: unknown, attempt: Attempt): Attempt | undefined {
    if (!(error instanceof RuntimeFailure)) return undefined;
    if (error.code === 'too-long') {
      this.learnFromRefusal(error, attempt);
      const maxOutputTokens = Math.min(attempt.maxOutputTokens, Math.floor(this.window / 2));
      // Where the limit is of both together, a shorter answer leaves more room for the request.
      if (this.halve() || maxOutputTokens < attempt.maxOutputTokens)
        return { ...this.firstAttempt(attempt.step), maxOutputTokens };
      if (this.halvings > 0) return undefined;
    }
    if (error.code === 'no-usage' && !this.known.learnt.refusesUsage(this.model)) {
      this.known.learnt.learnUsageRefusal(this.model);
      return attempt;
    }
    const refused = attempt.step.tools.find(({ name }) => name === error.tool);
    if (refused) return this.attemptWithoutTool(refused, attempt);
    const without = this.attemptWithoutFiles(error, attempt);
    if (without || error.code !== 'too-large' || !this.halve()) return without;
    return { ...attempt, input: halved(attempt.input), learn: NOTHING };
  }

  /** A refusal names one tool of several that the model does not take, so there may be more after it. */
  private attemptWithoutTool(refused: ToolDefinition, attempt: Attempt): Attempt | undefined {
    if (this.refusedTools.push(refused) > MOST_REFUSED_TOOLS) return undefined;
    const tools = attempt.step.tools.filter((each) => each !== refused);
    return { ...attempt, step: { ...attempt.step, tools } };
  }

  /** The model has answered without them, so they were the reason. */
  private learnRefusedTools(): void {
    for (const tool of this.refusedTools.splice(0)) this.known.tools.noteRefusal(tool, this.model);
  }

  private attemptWithoutFiles(error: RuntimeFailure, attempt: Attempt): Attempt | undefined {
    if (attempt.isWithoutFiles || error.code === 'wrong-key' || !REFUSED.has(error.status ?? 0))
      return undefined;
    const step = withoutResultImages(attempt.step);
    if (step !== attempt.step) return { ...attempt, step, learn: () => this.leaveOutResultImages(attempt) };
    const input = this.known.files.without(attempt.input);
    const learn = () => this.known.files.refused(attempt.input);
    return input && { ...attempt, input, step, isWithoutFiles: true, learn };
  }

  private leaveOutResultImages({ learn }: Attempt): void {
    this.showsResultImages = false;
    learn();
  }

  /** Twice in a turn, for all its further steps. @returns whether there is less history now */
  private halve(): boolean {
    if (this.halvings === MOST_HALVINGS || this.input.history.length === 0) return false;
    this.halvings++;
    this.input = halved(this.input);
    return true;
  }

  private learnFromRefusal({ window }: RuntimeFailure, { input, step }: Attempt): void {
    this.refusedTokens = window === undefined ? requestTokens(input, step) : undefined;
    if (window === undefined || window >= this.window) return;
    this.window = window;
    this.known.learnt.learnWindow(this.model, window);
  }

  /** The window of a model that said no number is between what it refused and what it took, by our estimate. */
  private learnFromAnswer({ input, step }: Attempt): void {
    if (this.refusedTokens === undefined || this.halvings === 0) return;
    const prompt = Math.floor((requestTokens(input, step) + this.refusedTokens) / 2);
    this.refusedTokens = undefined;
    this.known.learnt.learnWindow(this.model, windowOfPrompt(input.agent, prompt));
  }

  /** @throws RuntimeFailure `refused`, unless the model said so itself, and when the model's messages outgrow what is kept of a turn */
  private checked(answer: ModelAnswer): ModelAnswer {
    const { stop, calls, verbatim } = answer;
    if (stop === 'refusal' && !answer.declinesInWords)
      throw new RuntimeFailure('the model declined to answer', false, { code: 'refused' });
    if (calls.length > 0 && verbatim !== undefined) this.verbatimLength += JSON.stringify(verbatim).length;
    if (this.verbatimLength > MAX_VERBATIM)
      throw new RuntimeFailure(`the model's answers in one turn exceed ${MAX_VERBATIM} characters`, false);
    return answer;
  }
}

/** An answer to a turn without files says nothing about any. */
const NOTHING = (): void => undefined;

const usagePart = (usage: ModelUsage): UsagePart => ({ kind: 'usage', ...usage });
