import type { MessagePolicyName, ToolPolicy } from '../../../common/index.js';

/**
 * Combines the policy of a place with that of the agent (spec 3-workchat, `tools` and `toolsBySender`). `allow` of the
 * place replaces everything that the agent allows, including its `alsoAllow`; a tool that either denies stays denied.
 */
export function combine(agent: ToolPolicy, place: ToolPolicy | undefined): ToolPolicy {
  const { allow, alsoAllow = [] } = place?.allow === undefined ? agent : { allow: place.allow };
  return {
    ...(allow === undefined ? {} : { allow }),
    alsoAllow: [...alsoAllow, ...(place?.alsoAllow ?? [])],
    deny: [...(agent.deny ?? []), ...(place?.deny ?? [])],
    trust: [...(agent.trust ?? []), ...(place?.trust ?? [])],
  };
}

/**
 * Whether a tool's action may be used. Entries are `*`, a tool (`message`), or one of its actions (`message.react`;
 * `message.card` means cards in messages of `message.send`). `deny` wins; without `allow` everything is allowed.
 */
export const isAllowed = (policy: ToolPolicy, tool: 'message', action: MessagePolicyName): boolean =>
  isPermitted(policy, ['*', tool, `${tool}.${action}`]);

/** Whether a tool of a server may be called: like an action, and it must be trusted. */
export function isTrusted(policy: ToolPolicy, server: string, tool: string): boolean {
  const names = ['*', 'mcp', `mcp.${server}`, `mcp.${server}.${tool}`];
  return isPermitted(policy, names) && isIn(policy.trust, names);
}

function isPermitted({ allow, alsoAllow, deny }: ToolPolicy, names: readonly string[]): boolean {
  if (isIn(deny, names)) return false;
  return allow === undefined || isIn(allow, names) || isIn(alsoAllow, names);
}

const isIn = (list: readonly string[] | undefined, names: readonly string[]): boolean =>
  list?.some((entry) => names.includes(entry)) ?? false;
