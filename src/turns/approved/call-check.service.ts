import { Injectable } from '@nestjs/common';
import type { ToolResult } from '../../assistant/index.js';
import type { ToolPolicy } from '../../common/index.js';
import type { Tx } from '../../persistence/index.js';
import {
  type Approval,
  approvalDigest,
  isSending,
  MCP_PREFIX,
  type OrderingTurn,
  SenderGate,
} from '../../conversations/index.js';
import { McpTools } from '../tools/mcp-tools.service.js';
import { MessageEffects } from '../tools/message-effects.service.js';
import { ruleOfOrder } from '../tools/message-tool.service.js';
import { StoredOrders } from '../tools/stored-orders.service.js';
import { ToolPolicies } from '../tools/turn-tools.service.js';
import { ruleOfTool } from '../tools/tool-policy.js';
import { promptAbout } from './call-outcome.service.js';

/** A call that may be made now, and how. */
export type CheckedCall =
  | {
      readonly kind: 'database';
      readonly mayRunAgain: true;
      perform(tx: Tx): Promise<ToolResult>;
    }
  | {
      readonly kind: 'remote';
      /** Whether it may be made again when it was interrupted. */
      readonly mayRunAgain: boolean;
      perform(signal: AbortSignal): Promise<ToolResult>;
    };

/** Why a call must not be made any more, for people and models. */
export interface CallProblem {
  readonly problem: string;
}

/** Checks an allowed call again before it is made: much may have changed since it was shown. */
@Injectable()
export class CallCheck {
  constructor(
    private readonly senders: SenderGate,
    private readonly policies: ToolPolicies,
    private readonly mcp: McpTools,
    private readonly orders: StoredOrders,
    private readonly effects: MessageEffects,
  ) {}

  async of(approval: Approval): Promise<CheckedCall | CallProblem> {
    if (approvalDigest(approval) !== approval.digest) return problem('its stored form was changed');
    const { createdAt } = approval;
    const verdict = await this.senders.judge({
      event: promptAbout(approval, createdAt),
      receivedAt: createdAt,
    });
    if (verdict.kind !== 'admit') return problem('the person it was for no longer has access');
    const agent = this.policies.agentOf(approval.sessionKey);
    if (agent?.id !== approval.agentId) return problem('its agent no longer exists');
    const policy = this.policies.policyFor(agent, approval.askedIn);
    return approval.call.provider.startsWith(MCP_PREFIX)
      ? this.ofServer(approval, policy, agent.mcp ?? [])
      : this.ofMessage(approval, policy);
  }

  private ofServer(
    { call, askedIn }: Approval,
    policy: ToolPolicy,
    servers: readonly string[],
  ): CheckedCall | CallProblem {
    const server = call.provider.slice(MCP_PREFIX.length);
    const rule = ruleOfTool(policy, server, call.tool);
    if (!servers.includes(server) || rule === 'denied') return problem('the policy no longer allows it');
    const tool = this.mcp.toolOf(call);
    if (!tool) return problem('the server or its tool is not the one shown in the request');
    const input = JSON.parse(call.input) as Readonly<Record<string, unknown>>;
    return {
      kind: 'remote',
      mayRunAgain: rule === 'at-once' && tool.mayRunAgain,
      perform: (signal) => this.mcp.perform(tool, input, { asker: askedIn, signal }),
    };
  }

  private async ofMessage(approval: Approval, policy: ToolPolicy): Promise<CheckedCall | CallProblem> {
    const order = await this.orders.orderIn(approval.call);
    if ('error' in order) return problem(order.error);
    if (ruleOfOrder(policy, order) === 'denied') return problem('the policy no longer allows it');
    if (isSending(order.action))
      return {
        kind: 'database',
        mayRunAgain: true,
        perform: (tx) => this.effects.send(tx, order, turnOf(approval)),
      };
    return {
      kind: 'remote',
      mayRunAgain: false,
      perform: (signal) => this.effects.perform(order, signal),
    };
  }
}

/** The turn that wanted the call, which is over. */
const turnOf = ({ eventId, sessionKey, askedIn }: Approval): OrderingTurn => ({
  id: eventId,
  sessionKey,
  event: askedIn,
});

const problem = (text: string): CallProblem => ({ problem: text });
