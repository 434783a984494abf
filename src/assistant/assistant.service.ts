import { Inject, Injectable } from '@nestjs/common';
import { newId } from '../common/index.js';
import { type AgentConfig, AgentsConfig } from '../config/index.js';
import {
  type AgentSettings,
  type AssistantRuntime,
  RuntimeFailure,
  type TurnInput,
  type TurnPart,
} from './runtime.js';

export const RUNTIMES = Symbol('assistant runtimes');

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

/** Knows the agents and brings a turn to the right runtime. */
@Injectable()
export class Assistant {
  private readonly runtimes: ReadonlyMap<string, AssistantRuntime>;

  constructor(
    private readonly config: AgentsConfig,
    @Inject(RUNTIMES) runtimes: readonly AssistantRuntime[],
  ) {
    this.runtimes = new Map(runtimes.map((runtime) => [runtime.type, runtime]));
  }

  /** Who answers where nothing else is said. */
  get defaultAgentId(): string {
    return this.config.defaultAgent.id;
  }

  /** What an operator calls the agent and its model; for texts only. */
  describe(agentId: string): { readonly id: string; readonly model?: string } {
    const model = this.agent(agentId)?.runtime.model;
    return { id: agentId, ...(model === undefined ? {} : { model }) };
  }

  /** Whether the agent's runtime does anything with history and images. */
  readsContext(agentId: string): boolean {
    const type = this.agent(agentId)?.runtime.type;
    return type === undefined || this.runtimes.get(type)?.ignoresContext !== true;
  }

  /**
   * The answer as it comes.
   * @throws RuntimeFailure, also when the agent's `timeoutMs` passes.
   */
  async *run({ agentId, model, ...input }: Turn, signal: AbortSignal): AsyncGenerator<TurnPart> {
    const known = this.agent(agentId);
    const runtime = known && this.runtimes.get(known.runtime.type);
    if (!runtime) throw new RuntimeFailure(`agent ${agentId} has no runtime`, false);
    const agent = model === undefined ? known : { ...known, runtime: { ...known.runtime, model } };
    const timeout = AbortSignal.timeout(agent.runtime.timeoutMs);
    yield* runtime.run({ ...input, agent }, AbortSignal.any([signal, timeout]));
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

  private agent(id: string): AgentSettings | undefined {
    const agent = this.config.list.find((each) => each.id === id);
    return agent && toSettings(agent);
  }
}

function toSettings(agent: AgentConfig): AgentSettings {
  const { type, baseUrl, apiKey, model, headers, timeoutMs } = agent.runtime;
  const { id, systemPrompt } = agent;
  return { id, systemPrompt, runtime: { type, baseUrl, apiKey, model, headers, timeoutMs } };
}
