import { Injectable } from '@nestjs/common';
import type { InboundEvent } from '../../channels/index.js';
import type { ToolPolicy } from '../../common/index.js';
import { type AgentConfig, AgentsConfig } from '../../config/index.js';
import { Mcp } from '../../mcp/index.js';
import {
  type CallRule,
  type LeftOut,
  type LeftOutReason,
  ruleOfTool,
  ToolChoices,
  ToolPolicies,
  type UnfitTool,
} from '../../turns/index.js';
import { type Explanation, ReasonTable } from '../reasons/reason-table.service.js';

/** The right of an agent to a tool, by its own policy; places and senders may have others. */
export interface ToolUse {
  readonly agent: string;
  readonly use: Exclude<CallRule, 'denied'> | LeftOutReason;
  /** More about that, for instance which of its models does not get it. */
  readonly detail: string | null;
}

/** The tools of servers that an agent has by its own policy, as counts. */
export interface AgentToolCounts {
  readonly agent: string;
  readonly offered: number;
  /** How many of those wait for an approval with each call. */
  readonly asking: number;
  readonly leftOut: ReadonlyMap<LeftOutReason, number>;
  /** Tools that one of its models does not get. */
  readonly unfit: readonly UnfitTool[];
}

/** `gpt-5 does not get it: its arguments are not an object` */
const unfitText = ({ model, detail }: UnfitTool): string => `withheld from ${model}: ${detail}`;

/** A tool that was left out, and why. */
export interface ExplainedLeftOut extends Explanation {
  readonly server: string;
  /** Null for all of the server. */
  readonly tool: string | null;
  readonly detail: string | null;
}

/** Tells what becomes of the tools of servers: no tool is absent without a reason. */
@Injectable()
export class AgentTools {
  constructor(
    private readonly mcp: Mcp,
    private readonly choices: ToolChoices,
    private readonly policies: ToolPolicies,
    private readonly reasons: ReasonTable,
    private readonly agents: AgentsConfig,
  ) {}

  /** The right of each agent to a tool that its server offers. */
  async usesOf(server: string, tool: string): Promise<readonly ToolUse[]> {
    await this.mcp.known();
    return this.agents.list.map((agent) => {
      const { tools, leftOut, unfit } = this.choiceOf(agent, agent.tools);
      const isOffered = tools.some((each) => each.server === server && each.name === tool);
      const rule = ruleOfTool(agent.tools, server, tool);
      const problems = unfit.filter((each) => each.server === server && each.tool === tool);
      if (isOffered && rule !== 'denied')
        return { agent: agent.id, use: rule, detail: problems.map(unfitText).join('; ') || null };
      const found = leftOut.find((each) => each.server === server && (each.tool ?? tool) === tool);
      return { agent: agent.id, use: found?.reason ?? 'no-list', detail: found?.detail ?? null };
    });
  }

  /** Counts for the agents that name a server. */
  async counts(): Promise<readonly AgentToolCounts[]> {
    await this.mcp.known();
    const named = this.agents.list.filter(({ mcp = [] }) => mcp.length > 0);
    return named.map((agent) => {
      const { tools, leftOut, unfit } = this.choiceOf(agent, agent.tools);
      const asking = tools.filter(({ server, name }) => ruleOfTool(agent.tools, server, name) === 'asks');
      const ofNamed = leftOut.filter(({ reason }) => reason !== 'not-named');
      const byReason = [...Map.groupBy(ofNamed, ({ reason }) => reason)];
      return {
        agent: agent.id,
        offered: tools.length,
        asking: asking.length,
        unfit,
        leftOut: new Map(byReason.map(([reason, each]) => [reason, each.length])),
      };
    });
  }

  /** The tools left out for someone's message in a place, as things are now. */
  async leftOutFor(
    sessionKey: string,
    asker: Pick<InboundEvent, 'channel' | 'account' | 'conversation' | 'sender'>,
  ): Promise<readonly ExplainedLeftOut[]> {
    const agent = this.policies.agentOf(sessionKey);
    if (!agent) return [];
    await this.mcp.known();
    const { leftOut } = this.choiceOf(agent, this.policies.policyFor(agent, asker));
    return leftOut.flatMap((each) => this.explained(each, agent.id));
  }

  private explained({ server, tool, reason, detail }: LeftOut, agentId: string): ExplainedLeftOut[] {
    const said = this.reasons.explain('tool', reason, {
      agentId,
      server,
      ...(tool !== undefined && { tool }),
    });
    return said ? [{ ...said, server, tool: tool ?? null, detail: detail ?? null }] : [];
  }

  private choiceOf(agent: AgentConfig, policy: ToolPolicy) {
    return this.choices.under(policy, agent);
  }
}
