import { Injectable } from '@nestjs/common';
import { type AgentToolCounts, AgentTools } from '../../operator/index.js';
import { Mcp, type ServerView, waitingIn } from '../../mcp/index.js';
import { type Condition, condition, type ConditionSource, type HasConditions, orWell } from '../condition.js';

const MOST_NAMED = 5;

/** MCP servers that are down, and tools that models do not get because a person has to do something first. */
@Injectable()
export class ToolConditions implements HasConditions {
  readonly sources: readonly ConditionSource[] = [
    {
      check: 'mcp',
      codes: [
        'mcp-login-needed',
        'mcp-server-down',
        'mcp-no-tools',
        'mcp-tools-waiting',
        'mcp-tools-unfit',
        'mcp-tools-over-limit',
      ],
      cost: 'memory',
      find: () => this.find(),
    },
  ];

  constructor(
    private readonly mcp: Mcp,
    private readonly agents: AgentTools,
  ) {}

  private async find() {
    const agents = await this.agents.counts();
    const servers = this.mcp.views();
    const names = servers.map(({ name }) => name);
    const well = names.length === 0 ? 'no MCP server is configured' : `no problem with ${names.join(', ')}`;
    return orWell([...servers.flatMap(ofServer), ...agents.flatMap(ofAgent)], well);
  }
}

function ofServer(view: ServerView): readonly Condition[] {
  const { name, state, login } = view;
  const about = { subject: name, facts: { server: name, setting: `mcp.servers.${name}` } };
  const found: Condition[] = [];
  // A server that needs a login is not also reported as down.
  if (login?.need !== undefined) {
    const message = `a person must log in to the MCP server ${name}: ${login.need}`;
    found.push(condition('mcp-login-needed', message, { ...about, state: 'failed' }));
  } else if (state?.isUp !== true) {
    const message = `the MCP server ${name} does not answer: ${state?.problem ?? 'no reason given'}`;
    const isKnown = state?.isUp === false;
    const since = state?.since ?? null;
    found.push(
      condition('mcp-server-down', message, { ...about, since, state: isKnown ? 'failed' : 'unknown' }),
    );
  }
  if (state?.isUp === true && state.note !== undefined)
    found.push(condition('mcp-no-tools', `the MCP server ${name}: ${state.note}`, about));
  const count = waitingIn(view);
  if (count > 0) {
    const [tools, wait] = count === 1 ? ['tool', 'waits'] : ['tools', 'wait'];
    const message = `${count} new or changed ${tools} of ${name} ${wait} to be accepted`;
    found.push(condition('mcp-tools-waiting', message, about));
  }
  return found;
}

/** One condition for all tools of an agent. */
function ofAgent({ agent, leftOut, unfit }: AgentToolCounts): readonly Condition[] {
  const found: Condition[] = [];
  const [first] = unfit;
  if (first) {
    const { server } = first;
    const times = unfit.flatMap(({ since }) => since ?? []);
    const facts = { agent, server, setting: `mcp.servers.${server}` };
    const since = times.length > 0 ? Math.min(...times) : null;
    found.push(condition('mcp-tools-unfit', unfitText(agent, unfit), { subject: agent, facts, since }));
  }
  const count = leftOut.get('over-limit') ?? 0;
  if (count > 0) {
    const message = `${count} ${count === 1 ? 'tool is' : 'tools are'} left out for agent ${agent}`;
    found.push(condition('mcp-tools-over-limit', message, { subject: agent, facts: { agent } }));
  }
  return found;
}

/** The first few by name. */
function unfitText(agent: string, unfit: AgentToolCounts['unfit']): string {
  const named = unfit.map(({ server, tool, model, detail }) => `${model}: ${server}.${tool}, ${detail}`);
  const more = named.length - MOST_NAMED;
  const shown = [...named.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])];
  return `models of agent ${agent} do not get every tool: ${shown.join('; ')}`;
}
