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
  };
}

/**
 * Whether a tool's action may be used. Entries are `*`, a tool (`message`), or one of its actions (`message.react`;
 * `message.card` means cards in messages of `message.send`). `deny` wins; without `allow` everything is allowed.
 */
export function isAllowed(
  { allow, alsoAllow = [], deny = [] }: ToolPolicy,
  tool: 'message',
  action: MessagePolicyName,
): boolean {
  const names = ['*', tool, `${tool}.${action}`];
  const isIn = (list: readonly string[]) => list.some((entry) => names.includes(entry));
  if (isIn(deny)) return false;
  return allow === undefined || isIn(allow) || isIn(alsoAllow);
}
