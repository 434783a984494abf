import { Logger } from '@nestjs/common';
import { Deadline } from '../../common/index.js';
import { abortable } from '../abortable.js';
import {
  type AgentSettings,
  type AssistantRuntime,
  RuntimeFailure,
  type TurnInput,
  type TurnPart,
} from '../runtime.js';
import { isForAnother, isOfTheKey, type ModelFailures, type PlacedModel } from './model-failures.js';
import { TurnProgress } from './turn-progress.js';

/** A model of an agent, and the runtime that reaches it. */
export interface ChainedModel extends PlacedModel {
  readonly runtime: AssistantRuntime;
}

/**
 * The models of one agent in the order of the configuration. The first that answers does so; where one fails, the next
 * goes on at once behind what was said and done. `timeoutMs` holds for each.
 */
export class ModelChain {
  private readonly logger = new Logger('Fallbacks');

  constructor(
    private readonly models: readonly ChainedModel[],
    private readonly failures: ModelFailures,
  ) {}

  /** @throws RuntimeFailure of the last model, code `late` when its `timeoutMs` passed; the errors of the turn's tools */
  async *run(input: Omit<TurnInput, 'agent'>, signal: AbortSignal): AsyncGenerator<TurnPart> {
    const progress = this.models.length > 1 ? new TurnProgress(input) : undefined;
    const models = this.askable();
    for (const [index, model] of models.entries()) {
      try {
        yield* this.ask(model, inputOf(input, model, progress), { ...(progress && { progress }), signal });
        if (progress) this.failures.forget(model);
        return;
      } catch (error) {
        const isTheirs = progress && !progress.isGatewayBusy && !signal.aborted;
        const next = models[index + 1];
        if (!isTheirs || !this.isFailing(model, error, next) || !next) throw error;
      }
    }
  }

  /** Those that did not fail just now; all of them where no other is left. */
  private askable(): readonly ChainedModel[] {
    if (this.models.length === 1) return this.models;
    const left = this.models.filter((model) => !this.failures.isPassedOver(model));
    return left.length > 0 ? left : this.models;
  }

  private async *ask(
    { runtime, settings }: ChainedModel,
    input: TurnInput,
    { progress = new TurnProgress(input), signal }: { progress?: TurnProgress; signal: AbortSignal },
  ): AsyncGenerator<TurnPart> {
    const { model, timeoutMs } = settings.runtime;
    const ends = new Deadline(timeoutMs, signal);
    // A tool or a database that took too long is not the model's fault, even if it goes on at once.
    let isTheirs = true;
    ends.signal.addEventListener('abort', () => (isTheirs = !progress.isGatewayBusy), { once: true });
    try {
      if (model !== undefined) yield { kind: 'asked', model };
      for await (const part of abortable(runtime.run(input, ends.signal), ends.signal)) {
        progress.add(part);
        progress.isGatewayBusy = true;
        yield part;
        progress.isGatewayBusy = false;
      }
    } catch (error) {
      if (!ends.isPassed || signal.aborted) throw error;
      progress.isGatewayBusy = !isTheirs;
      throw late(settings, error);
    } finally {
      ends.clear();
    }
  }

  /** Records the failure. @returns whether it is one that another model need not have */
  private isFailing(model: ChainedModel, error: unknown, next: ChainedModel | undefined): boolean {
    if (!(error instanceof RuntimeFailure) || !isForAnother(error)) return false;
    this.failures.record(model, error);
    const then = next ? `asking ${nameOf(next)}` : 'no other model is left';
    const text = `agent ${model.settings.id}: ${nameOf(model)} failed (${error.message}), ${then}`;
    if (isOfTheKey(error)) this.logger.warn(text);
    else this.logger.log(text);
    return true;
  }
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
  const text = `agent ${id} had no whole answer within its timeoutMs of ${timeoutMs}`;
  return new RuntimeFailure(text, true, { cause, code: 'late' });
}
