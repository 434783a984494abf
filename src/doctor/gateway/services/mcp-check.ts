import { Injectable } from '@nestjs/common';
import type { Check, Finding } from '../../../common/index.js';
import { type AgentToolCounts, AgentTools } from '../../../operator/index.js';
import { Mcp, type ServerView, waitingIn } from '../../../mcp/index.js';
import type { CheckSource } from '../../check-source.js';
import { faultFound, ok } from '../../faults.js';

/** Servers of tools that are down, and tools that models do not get because a person has to do something first. */
@Injectable()
export class McpCheck implements CheckSource {
  constructor(
    private readonly mcp: Mcp,
    private readonly agents: AgentTools,
  ) {}

  checks(): readonly Check[] {
    return [{ id: 'mcp', run: () => this.findings() }];
  }

  private async findings(): Promise<readonly Finding[]> {
    const agents = await this.agents.counts();
    const servers = this.mcp.views();
    const found = [...servers.flatMap(serverFindings), ...agents.flatMap(agentFindings)];
    if (found.length > 0) return found;
    const names = servers.map(({ name }) => name);
    return [ok(names.length === 0 ? 'no server of tools is configured' : `no fault of ${names.join(', ')}`)];
  }
}

/** A server that is down. */
export const downText = (name: string, problem: string | null | undefined): string =>
  `the server of tools ${name} does not answer: ${problem ?? 'no reason given'}`;

/** A server that wants a person to log in. */
export const loginNeededText = (name: string, reason: string): string =>
  `a person has to log in to the server of tools ${name}: ${reason}`;

/** Tools that somebody has to accept. */
export const waitingText = (name: string, count: number): string =>
  `${count} new or changed ${count === 1 ? 'tool' : 'tools'} of ${name} ${count === 1 ? 'waits' : 'wait'} to be accepted`;

function serverFindings(view: ServerView): readonly Finding[] {
  const { name, state, login } = view;
  const need = login?.need;
  const facts = { server: name, setting: `mcp.servers.${name}` };
  const waiting = waitingIn(view);
  return [
    ...(need === undefined
      ? []
      : [faultFound('mcp-login-needed', loginNeededText(name, need), { state: 'failed', facts })]),
    ...(state?.isUp === false && need === undefined
      ? [faultFound('mcp-server-down', downText(name, state.problem), { state: 'failed', facts })]
      : []),
    ...(state?.isUp === true && state.note !== undefined
      ? [faultFound('mcp-no-tools', `the server of tools ${name}: ${state.note}`, { facts })]
      : []),
    ...(waiting > 0 ? [faultFound('mcp-tools-waiting', waitingText(name, waiting), { facts })] : []),
  ];
}

/** Tools that models of an agent do not get, the first few by name. */
export function unfitText(agent: string, unfit: AgentToolCounts['unfit']): string {
  const named = unfit.map(({ server, tool, model, detail }) => `${model}: ${server}.${tool}, ${detail}`);
  const more = named.length - MOST_NAMED;
  const shown = [...named.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])];
  return `models of agent ${agent} do not get every tool: ${shown.join('; ')}`;
}

const MOST_NAMED = 5;

function agentFindings({ agent, leftOut, unfit }: AgentToolCounts): readonly Finding[] {
  const count = leftOut.get('over-limit') ?? 0;
  const [first] = unfit;
  return [
    ...(first
      ? [
          faultFound('mcp-tools-unfit', unfitText(agent, unfit), {
            facts: { agent, server: first.server, setting: `mcp.servers.${first.server}` },
          }),
        ]
      : []),
    ...(count > 0
      ? [
          faultFound(
            'mcp-tools-over-limit',
            `${count} ${count === 1 ? 'tool is' : 'tools are'} left out for agent ${agent}`,
            { facts: { agent } },
          ),
        ]
      : []),
  ];
}
