import { Logger } from '@nestjs/common';
import { aboutMessage, Deadline, errorText } from '../../common/index.js';
import { isOwnFault } from '../usage/own-faults.js';
import {
  type AgentSettings,
  type AssistantRuntime,
  RuntimeFailure,
  type TurnInput,
  type TurnPart,
} from '../runtime.js';
import { isForAnother, isOfTheKey, type ModelFailures, type PlacedModel } from './model-failures.js';
import { TurnProgress } from './turn-progress.js';

/** How long a runtime may take to end after it was told to stop, ms. */
const GRACE_MS = 2_000;

/** A model of an agent, and the runtime that reaches it. */
export interface ChainedModel extends PlacedModel {
  readonly runtime: AssistantRuntime;
}

/**
 * The models of one agent in the order of the configuration. The first that answers does so; where one fails, the next
 * continues at once behind what was said and done. `timeoutMs` holds for each.
 */
export class ModelChain {
  private readonly logger = new Logger('Fallbacks');

  constructor(
    private readonly models: readonly ChainedModel[],
    private readonly failures: ModelFailures,
  ) {}

  /**
   * Where none answers, the turn fails as the model does that may be asked again first: a fallback with a wrong key must
   * not end a turn that its first model can answer later.
   * @throws RuntimeFailure of one of the models, code `late` when its `timeoutMs` passed; the errors of the turn's tools
   */
  async *runTurn(input: Omit<TurnInput, 'agent'>, signal: AbortSignal): AsyncGenerator<TurnPart> {
    const progress = this.models.length > 1 ? new TurnProgress(input) : undefined;
    const failed: RuntimeFailure[] = [];
    for (let left = this.inTurn(); left.length > 0;) {
      const [model, ...rest] = left as [AskableModel, ...AskableModel[]];
      try {
        yield* this.askModel(model, inputOf(input, model, progress), {
          ...(progress && { progress }),
          signal,
        });
        if (progress) this.failures.forget(model);
        return;
      } catch (error) {
        if (!progress || progress.isGatewayBusy || signal.aborted || !isOfModel(error)) throw error;
        failed.push(error);
        left = this.afterFailure(model, error, rest);
        this.tell(input, model, { error, next: left[0] });
      }
    }
    throw soonest(failed);
  }

  /** Those that failed just now come last: they are asked where no other answers. */
  private inTurn(): readonly AskableModel[] {
    const isOnly = this.models.length === 1;
    return this.models
      .map((model) => ({ ...model, isSpared: !isOnly && this.failures.isPassedOver(model) }))
      .toSorted((one, other) => Number(one.isSpared) - Number(other.isSpared));
  }

  /**
   * Records the failure. @returns the models to ask next: after a request that this model finds wrong only those that
   * should have had it first
   */
  private afterFailure(
    model: AskableModel,
    error: RuntimeFailure,
    rest: readonly AskableModel[],
  ): readonly AskableModel[] {
    const isForOthers = isForAnother(error);
    const next = isForOthers ? rest : rest.filter(({ isSpared }) => isSpared && !model.isSpared);
    if (isForOthers) this.failures.record(model, error);
    return next;
  }

  private tell(
    { turnId, place }: Pick<TurnInput, 'turnId' | 'place'>,
    model: AskableModel,
    { error, next }: { readonly error: RuntimeFailure; readonly next: AskableModel | undefined },
  ): void {
    const then = next ? `asking ${nameOf(next)}` : 'no other model is left';
    const text = `agent ${model.settings.id}: ${nameOf(model)} failed (${error.message}), ${then}`;
    const line = aboutMessage(text, place ? { eventId: turnId, conversationId: place.conversation.id } : {});
    if (isOfTheKey(error)) this.logger.warn(line);
    else this.logger.log(line);
  }

  private async *askModel(
    { runtime, settings }: ChainedModel,
    input: TurnInput,
    { progress, signal }: { progress?: TurnProgress; signal: AbortSignal },
  ): AsyncGenerator<TurnPart> {
    const { model, timeoutMs } = settings.runtime;
    const ends = new Deadline(timeoutMs, signal);
    const timed = { ...input, untimed: <T>(work: () => Promise<T>) => ends.without(work) };
    // A tool or a database that took too long is not the model's fault, even if it continues at once.
    let isTheirs = true;
    if (progress)
      ends.signal.addEventListener('abort', () => (isTheirs = !progress.isGatewayBusy), { once: true });
    try {
      if (model !== undefined) yield { kind: 'asked', model };
      for await (const part of abortable(runtime.run(timed, ends.signal), ends.signal)) {
        progress?.add(part);
        yield part;
        progress?.resume();
      }
    } catch (error) {
      if (!ends.isPassed || signal.aborted) throw error;
      if (progress) progress.isGatewayBusy = !isTheirs;
      throw late(settings, error);
    } finally {
      ends.clear();
    }
  }
}

/** A model of the chain in one turn. */
interface AskableModel extends ChainedModel {
  /** It failed just now. */
  readonly isSpared: boolean;
}

/** Not a refusal, which is an answer, nor an error of the gateway itself. */
const isOfModel = (error: unknown): error is RuntimeFailure =>
  error instanceof RuntimeFailure && error.code !== 'refused' && !isOwnFault(error);

/** The failure after which a model may be asked again first; the last where none may. */
function soonest(failed: readonly RuntimeFailure[]): RuntimeFailure {
  const passing = failed.filter(({ isRetryable }) => isRetryable);
  const waitOf = ({ retryAfterMs = 0 }: RuntimeFailure) => retryAfterMs;
  const [first] = passing.toReversed().toSorted((one, other) => waitOf(one) - waitOf(other));
  return first ?? failed.at(-1) ?? new RuntimeFailure('the agent has no model', false, { code: 'no-agent' });
}

/** An agent with one model needs no record of its turn. */
const inputOf = (
  input: Omit<TurnInput, 'agent'>,
  { settings }: ChainedModel,
  progress: TurnProgress | undefined,
): TurnInput => progress?.inputFor(settings) ?? { ...input, agent: settings };

const nameOf = ({ settings: { runtime } }: Pick<ChainedModel, 'settings'>): string =>
  runtime.model ?? runtime.type;

function late({ id, runtime: { timeoutMs } }: AgentSettings, cause: unknown): RuntimeFailure {
  const text = `agent ${id} had no complete answer within its timeoutMs of ${timeoutMs}`;
  return new RuntimeFailure(text, true, { cause, code: 'late' });
}

/**
 * Passes on the parts of a source until the signal aborts. A source that ignores the signal is abandoned: no turn may
 * hang for ever.
 * @throws RuntimeFailure after an abort, even if the source treated it as the end of its answer
 */
export async function* abortable(
  parts: AsyncIterable<TurnPart>,
  signal: AbortSignal,
  graceMs = GRACE_MS,
): AsyncGenerator<TurnPart> {
  const source = parts[Symbol.asyncIterator]();
  const grace = new GracePeriod(signal, graceMs);
  let hasEnded = false;
  try {
    for (;;) {
      const next = await grace.await(source.next());
      hasEnded = next.done === true;
      if (next.done) break;
      yield next.value;
    }
    if (signal.aborted) throw stopped(signal);
  } finally {
    grace.end();
    const end = hasEnded ? undefined : source.return?.(undefined);
    if (!grace.isOver) await end;
    else end?.catch(() => undefined);
  }
}

const stopped = (signal: AbortSignal): RuntimeFailure =>
  new RuntimeFailure(`the turn was stopped (${errorText(signal.reason)})`, true, { cause: signal.reason });

/** Waits for one promise after another; once the signal has aborted, for `graceMs` at most over all of them. */
class GracePeriod {
  isOver = false;
  private giveUp: () => void = () => undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly signal: AbortSignal,
    private readonly graceMs: number,
  ) {
    if (signal.aborted) this.begin();
    else signal.addEventListener('abort', this.begin, { once: true });
  }

  /** @throws the error of `work`, or one of its own when the time is over */
  await<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.giveUp = () => reject(stopped(this.signal));
      if (this.isOver) this.giveUp();
      work.then(resolve, reject);
    });
  }

  end(): void {
    clearTimeout(this.timer);
    this.signal.removeEventListener('abort', this.begin);
  }

  private readonly begin = (): void => {
    this.timer = setTimeout(() => {
      this.isOver = true;
      this.giveUp();
    }, this.graceMs);
  };
}
