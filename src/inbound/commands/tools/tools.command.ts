import { Injectable } from '@nestjs/common';
import { ConnectorRegistry, targetOf } from '../../../channels/index.js';
import { type LeftOut, ruledActions, ruleOfTool, ToolChoices, ToolPolicies } from '../../../turns/index.js';
import type { ChatCommand, CommandAnswer, CommandCall } from '../command.js';

/** The most names of one line. */
const MOST_NAMES = 12;
/** The most lines of one part. */
const MOST_LINES = 12;

/** A tool under its server, or an action of `message`. */
interface Named {
  readonly provider: string;
  readonly name: string;
}

/** Shows what the assistant can do for the sender in this place, and what asks a person first. */
@Injectable()
export class ToolsCommand implements ChatCommand {
  readonly name = 'tools';
  readonly concerns = 'speaker';
  readonly usage = '/tools';
  readonly summary = "list the assistant's tools and which need approval";

  constructor(
    private readonly policies: ToolPolicies,
    private readonly choices: ToolChoices,
    private readonly registry: ConnectorRegistry,
  ) {}

  run({ stored: { sessionKey, event }, isAuthorized }: CommandCall): CommandAnswer {
    const agent = this.policies.agentOf(sessionKey);
    if (!agent) return { text: 'The agent of this session no longer exists.' };
    const policy = this.policies.policyFor(agent, event);
    const capabilities = this.registry.get(event.channel).capabilities(targetOf(event));
    const { tools, leftOut } = this.choices.under(policy, agent);
    const ruled = [
      ...ruledActions(capabilities, policy, isAuthorized).map((each) => ({ provider: 'message', ...each })),
      ...tools.map(({ server: provider, name }) => ({
        provider,
        name,
        rule: ruleOfTool(policy, provider, name),
      })),
    ];
    const parts = [
      ...partOf(
        'Without approval:',
        ruled.filter(({ rule }) => rule === 'at-once'),
      ),
      ...partOf(
        'Needs approval:',
        ruled.filter(({ rule }) => rule === 'asks'),
      ),
      ...(isAuthorized ? leftOutPart(leftOut) : []),
    ];
    return { text: parts.length === 0 ? 'The assistant has no tools here.' : parts.join('\n') };
  }
}

/** @returns no line when there is nothing to tell */
function partOf(heading: string, tools: readonly Named[]): readonly string[] {
  if (tools.length === 0) return [];
  const lines = [...Map.groupBy(tools, ({ provider }) => provider)].map(
    ([provider, those]) => `${provider}: ${cut(those.map(({ name }) => name))}`,
  );
  const more = lines.length - MOST_LINES;
  return [heading, ...lines.slice(0, MOST_LINES), ...(more > 0 ? [`and ${more} more`] : [])];
}

function leftOutPart(leftOut: readonly LeftOut[]): readonly string[] {
  const part = partOf(
    'Left out:',
    leftOut.map(({ server, tool, reason }) => ({
      provider: `${server} (${reason})`,
      name: tool ?? 'every tool',
    })),
  );
  return part.length === 0 ? [] : [...part, 'Reasons and fixes: `gatehouse mcp tools SERVER`'];
}

function cut(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
