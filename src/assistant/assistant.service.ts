import { Inject, Injectable } from '@nestjs/common';
import { errorText, newId, tracer } from '../common/index.js';
import {
  type AgentConfig,
  type AgentRuntimeConfig,
  AgentsConfig,
  type RuntimeType,
} from '../config/index.js';
import { ModelChain } from './fallbacks/model-chain.js';
import { ModelFailures, type PassedOverModel } from './fallbacks/model-failures.js';
import {
  type AgentSettings,
  type AssistantRuntime,
  RuntimeFailure,
  type TurnInput,
  type TurnPart,
} from './runtime.js';
import { ToolFit } from './models/tools/tool-fit.js';
import { type TurnFailure, turnFailureOf } from './turn-failures.js';
import { TurnMetrics, type TurnResult } from './usage/turn-metrics.js';
import { type SlotOutcome, TurnSlots } from './slots/turn-slots.js';

export const RUNTIMES = Symbol('assistant runtimes');

/** Characters; more than any model writes at once. A model that does not stop must not fill the memory. */
const MAX_ANSWER = 2_000_000;

/** The number of turns of one agent that may wait for a slot while they occupy a worker; further ones are deferred. */
const LONGEST_LINE = 64;

/** A request for one more turn of an agent. */
export interface TurnRequest {
  readonly agentId: string;
  readonly turnId: string;
  /** Since when it has waited, epoch ms; the earlier goes first. */
  readonly since: number;
  /** The turn is never deferred, because nothing would bring it back. */
  readonly mustWait?: boolean;
}

/** A turn for one of the agents. */
export interface Turn extends Omit<TurnInput, 'agent'> {
  readonly agentId: string;
  /** Replaces the agent's own. */
  readonly model?: string;
}

export const AGENT_STATES = ['unknown', 'ok', 'failing'] as const;
export type AgentState = (typeof AGENT_STATES)[number];

/** An agent for operators. */
export interface AgentStatus {
  readonly id: string;
  /** This agent answers where no other is chosen. */
  readonly isDefault: boolean;
  readonly runtime: RuntimeType;
  readonly model?: string;
  /** The outcome of its last turn in this process. */
  readonly state: AgentState;
  /** The reason for its failure; contains no secret. */
  readonly reason?: string;
  /** Its code. */
  readonly failure?: TurnFailure;
  /** Since when it fails, epoch ms. */
  readonly since?: number;
  /** Its models that failed and have not answered since; the `until` of those that may be asked again is over. */
  readonly passedOver: readonly PassedOverModel[];
}

const OK = { state: 'ok' } as const;

/** A question without a place: no conversation, no memory. */
export interface Question {
  readonly agentId: string;
  readonly sessionKey: string;
  readonly text: string;
  readonly caller: NonNullable<TurnInput['caller']>;
}

/** Knows the agents and passes a turn to the right runtime. */
@Injectable()
export class Assistant {
  private readonly runtimes: ReadonlyMap<string, AssistantRuntime>;
  /** By agent; they survive changes of the configuration. */
  private readonly slots = new Map<string, TurnSlots>();
  private readonly failures = new ModelFailures();
  private readonly outcomes = new Map<string, Pick<AgentStatus, 'state' | 'reason' | 'failure' | 'since'>>();

  constructor(
    private readonly config: AgentsConfig,
    @Inject(RUNTIMES) runtimes: readonly AssistantRuntime[],
    private readonly metrics: TurnMetrics,
  ) {
    this.runtimes = new Map(runtimes.map((runtime) => [runtime.type, runtime]));
  }

  /** Every agent, with the outcome of its last turn here. */
  status(): readonly AgentStatus[] {
    return this.config.list.map(({ id, runtime: { type, model } }) => ({
      id,
      isDefault: id === this.defaultAgentId,
      runtime: type,
      ...(model !== undefined && { model }),
      ...(this.outcomes.get(id) ?? { state: 'unknown' }),
      passedOver: this.failures.of(id),
    }));
  }

  /** The agent that answers where no other is chosen. */
  get defaultAgentId(): string {
    return this.config.defaultAgent.id;
  }

  /** The names of the agent and its model as the operator wrote them; for texts only. */
  describe(agentId: string): { readonly id: string; readonly model?: string } {
    const model = this.agent(agentId)?.runtime.model;
    return { id: agentId, ...(model === undefined ? {} : { model }) };
  }

  /** Whether the agent's runtime uses history and images. */
  readsContext(agentId: string): boolean {
    const type = this.agent(agentId)?.runtime.type;
    return type === undefined || this.runtimes.get(type)?.ignoresContext !== true;
  }

  /** Which tools its models get; of an agent that is not configured, all. */
  toolFitOf(agentId: string): ToolFit {
    const agent = this.agent(agentId);
    const models = agent ? [agent.runtime, ...agent.fallbacks] : [];
    return new ToolFit(
      models.flatMap((settings) => {
        const runtime = this.runtimes.get(settings.type);
        return runtime ? [{ runtime, settings }] : [];
      }),
    );
  }

  /**
   * The most tokens of a request to this model and its answer, as this process learnt from a refusal; undefined where it
   * has learnt nothing.
   */
  learntWindow(model: AgentRuntimeConfig): number | undefined {
    return this.runtimes.get(model.type)?.learntWindow?.(model);
  }

  /** The most turns that may run or wait in this process at once. */
  get maxTurns(): number {
    return this.config.list.reduce((sum, each) => sum + each.maxConcurrentTurns + LONGEST_LINE, 0);
  }

  /**
   * Lets a turn in at once when it need not wait for others; otherwise returns undefined, and the caller has to {@link
   * enter}.
   */
  enterAtOnce({ agentId: id, turnId: key, since }: TurnRequest): SlotOutcome | undefined {
    const agent = this.agent(id);
    return agent && this.slotsOf(id).enterAtOnce({ key, since, limit: agent.maxConcurrentTurns });
  }

  /**
   * Waits until the agent may run one more turn at once. `full` when too many wait already.
   * @throws RuntimeFailure when the signal aborts first.
   */
  async enter(arrival: TurnRequest, signal: AbortSignal): Promise<SlotOutcome> {
    const { agentId: id, turnId: key, since, mustWait = false } = arrival;
    const agent = this.agent(id);
    // Lets the turn in even though its agent is no longer configured: `runTurn` then reports that.
    if (!agent) return { kind: 'in', hasWaited: false, leave: () => undefined };
    const endWait = this.metrics.wait(id);
    try {
      return await this.slotsOf(id).enter({ key, since, mustWait, limit: agent.maxConcurrentTurns }, signal);
    } catch (error) {
      const text = `the turn was stopped while waiting (${errorText(error)})`;
      throw new RuntimeFailure(text, true, { cause: error });
    } finally {
      endWait();
    }
  }

  /**
   * Yields the answer to a turn that was let in, part by part.
   * @throws RuntimeFailure, also when a model's `timeoutMs` passes, and the errors of the turn's tools.
   */
  async *runTurn({ agentId, model, ...input }: Turn, signal: AbortSignal): AsyncGenerator<TurnPart> {
    const chain = this.chainOf(agentId, model);
    const turn = this.metrics.begin(agentId);
    let result: TurnResult = 'abandoned';
    let length = 0;
    try {
      for await (const part of chain.runTurn(input, signal)) {
        length += part.kind === 'text' ? part.text.length : 0;
        refuseLonger(length);
        turn.record(part);
        yield part;
      }
      result = 'answered';
      this.outcomes.set(agentId, OK);
    } catch (error) {
      result = signal.aborted ? 'abandoned' : isLate(error) ? 'timed-out' : 'failed';
      // A model that declines to answer works.
      if (result !== 'abandoned' && error instanceof RuntimeFailure && error.code !== 'refused')
        this.noteFailure(agentId, error);
      throw error;
    } finally {
      turn.end(result);
    }
  }

  /**
   * The whole answer to a question; may be empty.
   * @throws RuntimeFailure
   */
  async answer(question: Question, signal: AbortSignal): Promise<string> {
    const take = () => this.takeTurn(question, signal);
    return tracer?.turn({ agent: question.agentId }, take) ?? take();
  }

  private async takeTurn(
    { agentId, sessionKey, text, caller }: Question,
    signal: AbortSignal,
  ): Promise<string> {
    const at = Date.now();
    const message = { role: 'user', kind: 'turn', text, at } as const;
    const turnId = newId('trn', at);
    const turn = { turnId, agentId, sessionKey, caller, history: [], message, alreadySaid: '' };
    const entry = await this.enter({ agentId, turnId: turn.turnId, since: at, mustWait: true }, signal);
    try {
      let answer = '';
      for await (const part of this.runTurn(turn, signal)) if (part.kind === 'text') answer += part.text;
      return answer.trim();
    } finally {
      if (entry.kind === 'in') entry.leave();
    }
  }

  /** @param model replaces the name of the first. @throws RuntimeFailure when the agent is not configured any more */
  private chainOf(agentId: string, model: string | undefined): ModelChain {
    const agent = this.agent(agentId);
    const models = [agent?.runtime, ...(agent?.fallbacks ?? [])].flatMap((settings, position) => {
      const runtime = settings && this.runtimes.get(settings.type);
      if (!agent || !runtime) return [];
      const chosen = position === 0 ? model : undefined;
      return [{ runtime, settings: toSettings(agent, settings, chosen), position }];
    });
    if (models.length === 0)
      throw new RuntimeFailure(`agent ${agentId} has no runtime`, false, { code: 'no-agent' });
    return new ModelChain(models, this.failures);
  }

  private noteFailure(agentId: string, error: RuntimeFailure): void {
    const { since = Date.now() } = this.outcomes.get(agentId) ?? {};
    const failure = turnFailureOf(error);
    this.outcomes.set(agentId, { state: 'failing', reason: error.message, failure, since });
  }

  private slotsOf(agentId: string): TurnSlots {
    const slots = this.slots.get(agentId) ?? new TurnSlots(LONGEST_LINE);
    this.slots.set(agentId, slots);
    return slots;
  }

  private agent(id: string): AgentConfig | undefined {
    return this.config.list.find((each) => each.id === id);
  }
}

function refuseLonger(length: number): void {
  if (length > MAX_ANSWER)
    throw new RuntimeFailure(`the answer is longer than ${MAX_ANSWER} characters`, false);
}

const isLate = (error: unknown): boolean => error instanceof RuntimeFailure && error.code === 'late';

function toSettings(
  { id, systemPrompt }: AgentConfig,
  runtime: AgentRuntimeConfig,
  model = runtime.model,
): AgentSettings {
  // The price is that of the model which the operator wrote beside it.
  const price = model === runtime.model ? runtime.price : undefined;
  return { id, systemPrompt, runtime: Object.assign({}, runtime, { model, price }) };
}
