import { Inject, Injectable } from '@nestjs/common';
import { type AgentConfig, AgentsConfig } from '../config/index.js';
import { type AgentSettings, type AssistantRuntime, type HistoryEntry, RuntimeFailure } from './runtime.js';

export const RUNTIMES = Symbol('assistant runtimes');

export interface Question {
  readonly agentId: string;
  readonly sessionKey: string;
  readonly history: readonly HistoryEntry[];
  readonly text: string;
}

/** Knows the agents and brings a question to the right runtime. */
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

  /**
   * The whole answer; may be empty.
   * @throws RuntimeFailure, also when the agent's `timeoutMs` passes.
   */
  async answer(question: Question, signal: AbortSignal): Promise<string> {
    const agent = this.agent(question.agentId);
    const runtime = agent && this.runtimes.get(agent.runtime.type);
    if (!runtime) throw new RuntimeFailure(`agent ${question.agentId} has no runtime`, false);
    const timeout = AbortSignal.timeout(agent.runtime.timeoutMs);
    const { sessionKey, history, text } = question;
    const parts = runtime.run({ agent, sessionKey, history, text }, AbortSignal.any([signal, timeout]));
    let answer = '';
    for await (const part of parts) answer += part.text;
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
