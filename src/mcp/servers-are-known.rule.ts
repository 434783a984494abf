import { MCP_POLICY_ENTRY } from '../common/index.js';
import { AGENTS, ConfigProblem, type ConfigRule, keyPath, MCP } from '../config/index.js';

const LISTS = ['allow', 'deny', 'alsoAllow', 'ask', 'trust'];

/** Checks that every server which an agent or a policy names is configured: a policy would silently ignore any other. */
export const mcpServersAreKnown: ConfigRule = (config) => {
  const isKnown = (server: string) => Object.hasOwn(config.get(MCP).servers, server);
  const ofAgents = config
    .get(AGENTS)
    .list.flatMap(({ mcp = [] }, at) =>
      mcp.flatMap((server, index) =>
        isKnown(server) ? [] : [new ConfigProblem(`agents.list[${at}].mcp[${index}]`, UNKNOWN)],
      ),
    );
  return [...ofAgents, ...inPolicies(config.tree(), '', isKnown)];
};

const UNKNOWN = 'must be the name of a server in mcp.servers';

/** Policies stand in agents and in the places of every channel, under the same names. */
function inPolicies(
  value: unknown,
  path: string,
  isKnown: (server: string) => boolean,
): readonly ConfigProblem[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]: [string, unknown]) => {
    const its = Array.isArray(value) ? `${path}[${name}]` : keyPath(path, name);
    if (!LISTS.includes(name) || !Array.isArray(each)) return inPolicies(each, its, isKnown);
    return each.flatMap((entry: unknown, index) => {
      const server = typeof entry === 'string' ? MCP_POLICY_ENTRY.exec(entry)?.groups?.server : undefined;
      return server === undefined || isKnown(server) ? [] : [new ConfigProblem(`${its}[${index}]`, UNKNOWN)];
    });
  });
}
