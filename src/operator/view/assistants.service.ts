import { Injectable } from '@nestjs/common';
import { type AgentStatus, Assistant } from '../../assistant/index.js';
import { ReasonTable } from '../reasons/reason-table.service.js';
import { AccountDoubts, SHARED_SESSION_WARNING, SharedMainSession } from '../../conversations/index.js';

/** An agent, and what to do where it fails. */
export interface AgentView extends AgentStatus {
  readonly setting: string | null;
  readonly remedy: string | null;
}

/** The agents as an operator sees them. */
@Injectable()
export class Assistants {
  constructor(
    private readonly assistant: Assistant,
    private readonly shared: SharedMainSession,
    private readonly doubts: AccountDoubts,
    private readonly reasons: ReasonTable,
  ) {}

  agents(): readonly AgentView[] {
    return this.assistant.status().map((agent) => this.explained(agent));
  }

  private explained(agent: AgentStatus): AgentView {
    const why = agent.failure && this.reasons.explain('turn', agent.failure, { agentId: agent.id });
    return { ...agent, setting: why?.setting ?? null, remedy: why?.remedy ?? null };
  }

  /** Advice for the operator; these are not faults. */
  async warnings(): Promise<readonly string[]> {
    const shared = (await this.isSessionShared()) ? [SHARED_SESSION_WARNING] : [];
    return [...shared, ...this.doubts.list()];
  }

  /** Whether more than one person writes to the main session, or may. */
  isSessionShared(): Promise<boolean> {
    return this.shared.isShared();
  }
}
