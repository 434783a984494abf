import type { MessagePolicyName, ToolPolicy } from '../../common/index.js';

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
    ask: [...(agent.ask ?? []), ...(place?.ask ?? [])],
  };
}

/**
 * Whether a tool's action may be used. Entries are `*`, a tool (`message`), or one of its actions (`message.react`;
 * `message.card` means cards in messages of `message.send`). `deny` wins; without `allow` everything is allowed.
 */
export const isAllowed = (policy: ToolPolicy, tool: 'message', action: MessagePolicyName): boolean =>
  isPermitted(policy, ['*', tool, `${tool}.${action}`]);

/** `asks`: the call waits for a person's approval. */
export type CallRule = 'denied' | 'asks' | 'at-once';

/**
 * The rule for a call of an action: `deny` wins, then `ask`.
 * @param parts what its message has besides text, under the names that policies use
 */
export function ruleOfAction(
  policy: ToolPolicy,
  action: MessagePolicyName,
  parts: readonly MessagePolicyName[] = [],
): CallRule {
  if (!isAllowed(policy, 'message', action)) return 'denied';
  const names = [action, ...parts].map((name) => `message.${name}`);
  return isIn(policy.ask, ['*', 'message', ...names]) ? 'asks' : 'at-once';
}

/** The rule for a tool of a server: `deny` wins, then `ask`, then `trust`; without either it asks. */
export function ruleOfTool(policy: ToolPolicy, server: string, tool: string): CallRule {
  const names = ['*', 'mcp', `mcp.${server}`, `mcp.${server}.${tool}`];
  if (!isPermitted(policy, names)) return 'denied';
  return isIn(policy.trust, names) && !isIn(policy.ask, names) ? 'at-once' : 'asks';
}

function isPermitted({ allow, alsoAllow, deny }: ToolPolicy, names: readonly string[]): boolean {
  if (isIn(deny, names)) return false;
  return allow === undefined || isIn(allow, names) || isIn(alsoAllow, names);
}

const isIn = (list: readonly string[] | undefined, names: readonly string[]): boolean =>
  list?.some((entry) => names.includes(entry)) ?? false;
