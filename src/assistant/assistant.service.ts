import { Inject, Injectable } from '@nestjs/common';
import { errorText, newId } from '../common/index.js';
import { type AgentConfig, AgentsConfig } from '../config/index.js';
import {
  type AgentSettings,
  type AssistantRuntime,
  RuntimeFailure,
  type TurnInput,
  type TurnPart,
} from './runtime.js';
import { TurnMetrics, type TurnResult } from './turn-metrics.js';
import { TurnSlots } from './turn-slots.js';

export const RUNTIMES = Symbol('assistant runtimes');

/** More than any model writes at once: one that does not stop must not fill the memory. Characters. */
const MAX_ANSWER = 1_000_000;

/** A turn for one of the agents. */
export interface Turn extends Omit<TurnInput, 'agent'> {
  readonly agentId: string;
  /** Instead of the agent's own. */
  readonly model?: string;
}

/** A question from nowhere in particular: no conversation, no memory. */
export interface Question {
  readonly agentId: string;
  readonly sessionKey: string;
  readonly text: string;
}

/** An agent with what it needs to work. */
interface Agent {
  readonly settings: AgentSettings;
  readonly runtime: AssistantRuntime | undefined;
  readonly slots: TurnSlots;
}

/** Knows the agents and brings a turn to the right runtime. */
@Injectable()
export class Assistant {
  private readonly agents: ReadonlyMap<string, Agent>;
  /** Who answers where nothing else is said. */
  readonly defaultAgentId: string;

  constructor(
    config: AgentsConfig,
    @Inject(RUNTIMES) runtimes: readonly AssistantRuntime[],
    private readonly metrics: TurnMetrics,
  ) {
    this.agents = new Map(config.list.map((agent) => [agent.id, toAgent(agent, runtimes)]));
    this.defaultAgentId = config.defaultAgent.id;
  }

  /** What an operator calls the agent and its model; for texts only. */
  describe(agentId: string): { readonly id: string; readonly model?: string } {
    const model = this.agents.get(agentId)?.settings.runtime.model;
    return { id: agentId, ...(model === undefined ? {} : { model }) };
  }

  /**
   * The answer as it comes. Waits first while the agent is at as many turns as it may take at once.
   * @throws RuntimeFailure, also when the agent's `timeoutMs` passes, and what the turn's tools threw.
   */
  async *run({ agentId, model, ...input }: Turn, signal: AbortSignal): AsyncGenerator<TurnPart> {
    const known = this.agents.get(agentId);
    if (!known?.runtime) throw new RuntimeFailure(`agent ${agentId} has no runtime`, false);
    const { settings, runtime, slots } = known;
    const agent = model === undefined ? settings : { ...settings, runtime: { ...settings.runtime, model } };
    const leave = await enter(slots, signal);
    try {
      yield* this.measured(runtime, { ...input, agent }, signal);
    } finally {
      leave();
    }
  }

  /**
   * The whole answer to a question; may be empty.
   * @throws RuntimeFailure
   */
  async answer({ agentId, sessionKey, text }: Question, signal: AbortSignal): Promise<string> {
    const at = Date.now();
    const message = { role: 'user', kind: 'turn', text, at } as const;
    const turn = { turnId: newId('trn', at), agentId, sessionKey, history: [], message, alreadySaid: '' };
    let answer = '';
    for await (const part of this.run(turn, signal)) if (part.kind === 'text') answer += part.text;
    return answer.trim();
  }

  private async *measured(
    runtime: AssistantRuntime,
    input: TurnInput,
    signal: AbortSignal,
  ): AsyncGenerator<TurnPart> {
    const { id, runtime: settings } = input.agent;
    const timeout = AbortSignal.timeout(settings.timeoutMs);
    const turn = this.metrics.begin(id);
    let result: TurnResult = 'abandoned';
    try {
      for await (const part of bounded(runtime.run(input, AbortSignal.any([signal, timeout])))) {
        turn.take(part);
        yield part;
      }
      result = 'answered';
    } catch (error) {
      const isLate = timeout.aborted && !signal.aborted;
      result = isLate ? 'timed-out' : signal.aborted ? 'abandoned' : 'failed';
      if (!isLate) throw error;
      const text = `agent ${id} had no whole answer within its timeoutMs of ${settings.timeoutMs}`;
      throw new RuntimeFailure(text, true, { cause: error });
    } finally {
      turn.end(result);
    }
  }
}

async function enter(slots: TurnSlots, signal: AbortSignal): Promise<() => void> {
  try {
    return await slots.enter(signal);
  } catch (error) {
    throw new RuntimeFailure(`the turn was stopped while it waited (${errorText(error)})`, true, {
      cause: error,
    });
  }
}

async function* bounded(parts: AsyncIterable<TurnPart>): AsyncGenerator<TurnPart> {
  let length = 0;
  for await (const part of parts) {
    if (part.kind === 'text') length += part.text.length;
    if (length > MAX_ANSWER)
      throw new RuntimeFailure(`the answer is longer than ${MAX_ANSWER} characters`, false);
    yield part;
  }
}

function toAgent(config: AgentConfig, runtimes: readonly AssistantRuntime[]): Agent {
  const { type, baseUrl, apiKey, model, headers, images, timeoutMs } = config.runtime;
  const { id, systemPrompt, maxConcurrentTurns } = config;
  return {
    settings: { id, systemPrompt, runtime: { type, baseUrl, apiKey, model, headers, images, timeoutMs } },
    runtime: runtimes.find((runtime) => runtime.type === type),
    slots: new TurnSlots(maxConcurrentTurns),
  };
}
