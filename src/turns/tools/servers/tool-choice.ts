import type { ModelToolProblem, ToolDefinition, ToolFit } from '../../../assistant/index.js';
import { reasons, type ToolPolicy } from '../../../common/index.js';
import { type McpTool, type ServerTools, WITHHELD_REASONS, type WithheldTool } from '../../../mcp/index.js';
import { ruleOfTool } from '../tool-policy.js';

/** Why a model is not offered a tool of a server: a row each (ADR 0096). */
export const LEFT_OUT_REASONS = reasons({
  ...WITHHELD_REASONS,
  denied: {
    what: 'The policy denies it: it is in a `deny` list, or not in an `allow` list.',
    setting: 'agent.tools',
    remedy: 'Remove it from `deny` or add it to `alsoAllow`, for the agent or the conversation.',
  },
  'over-limit': {
    what: 'A model gets at most 127 tools of servers and 128 kB of their definitions; this tool is over the limit.',
    setting: 'server.tools',
    remedy: 'List the needed tools in {setting}, or deny the others.',
  },
  'no-list': {
    what: 'The server has not listed any tools yet.',
    setting: 'mcp.servers',
    remedy: '`gatehouse mcp list --probe`',
  },
  'not-named': {
    what: 'The agent does not name the server.',
    setting: 'agent.mcp',
    remedy: '`gatehouse config set {list} {server}`',
  },
});
export type LeftOutReason = keyof typeof LEFT_OUT_REASONS;

/** A tool that a model is not offered, or all those of a server. */
export interface LeftOut {
  readonly server: string;
  /** Undefined for all of them. */
  readonly tool?: string;
  readonly reason: LeftOutReason;
  readonly detail?: string | undefined;
}

/** The most of a request. The tool for messages is one of the 128 that vendors take. */
const MOST_TOOLS = 127;
const MOST_BYTES = 128_000;

/** The tools of servers for one policy, and all others. */
export interface ToolChoice {
  /** In the order in which a request has them: that of the agent's servers, then by name. */
  readonly tools: readonly McpTool[];
  /** The definitions of these tools, as models get them. */
  readonly definitions: readonly ToolDefinition[];
  readonly leftOut: readonly LeftOut[];
  /** Those that a model of the agent does not get, although the policy permits them. */
  readonly unfit: readonly UnfitTool[];
}

/** A tool that a model does not get. */
export interface UnfitTool extends ModelToolProblem {
  readonly server: string;
  readonly tool: string;
}

type Fit = Pick<ToolFit, 'problemsOf' | 'isUnfit'>;

/** A server of the configuration. */
export interface Source {
  readonly server: string;
  /** Undefined before its first list. */
  readonly list: ServerTools | undefined;
  /** The agent names it. */
  readonly isNamed: boolean;
}

/** Sorts every known tool into those that a model is offered and those that it is not, each with its reason. */
export function chooseTools(sources: readonly Source[], policy: ToolPolicy, fit: Fit): ToolChoice {
  const room = new Room();
  const unfit: UnfitTool[] = [];
  const tools: McpTool[] = [];
  const leftOut: LeftOut[] = [];
  for (const { server, list, isNamed } of sources) {
    if (!isNamed) leftOut.push({ server, reason: 'not-named' });
    else if (isEmpty(list)) leftOut.push({ server, reason: 'no-list' });
    if (!isNamed || !list) continue;
    leftOut.push(...list.withheld.map(leftOutOf));
    for (const tool of list.tools) {
      const named = { server, tool: tool.name };
      if (ruleOfTool(policy, server, tool.name) === 'denied') {
        leftOut.push({ ...named, reason: 'denied' });
        continue;
      }
      const problems = fit.problemsOf(tool.definition);
      unfit.push(...problems.map((problem) => ({ ...named, ...problem })));
      if (fit.isUnfit(problems)) leftOut.push({ ...named, reason: 'unfit', detail: detailOf(problems) });
      else if (room.takes(tool)) tools.push(tool);
      else leftOut.push({ ...named, reason: 'over-limit' });
    }
  }
  return { tools, definitions: tools.map(({ definition }) => definition), leftOut, unfit };
}

const detailOf = (problems: readonly ModelToolProblem[]): string =>
  [...new Set(problems.map(({ detail }) => detail))].join('; ');

const isEmpty = (list: ServerTools | undefined): boolean =>
  (list?.tools.length ?? 0) + (list?.withheld.length ?? 0) === 0;

const leftOutOf = ({ server, name, reason, detail }: WithheldTool): LeftOut => ({
  server,
  tool: name,
  reason,
  detail,
});

/** The room for definitions in a request. */
class Room {
  private count = 0;
  private bytes = 0;

  takes({ bytes }: McpTool): boolean {
    if (this.count === MOST_TOOLS || this.bytes + bytes > MOST_BYTES) return false;
    this.count += 1;
    this.bytes += bytes;
    return true;
  }
}
