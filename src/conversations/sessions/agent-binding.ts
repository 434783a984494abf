import type { InboundEvent } from '../../channels/index.js';
import type { AgentBindingConfig } from '../../config/index.js';

/** How exact each key is; a binding's exactness is that of its keys together. */
const WEIGHTS = { channel: 1, account: 2, conversation: 4, sender: 8 } as const;

/** The agent of the most exact binding that matches; of equals, the first. */
export function agentFor(event: InboundEvent, bindings: readonly AgentBindingConfig[]): string | undefined {
  const matching = bindings.filter((binding) => matches(event, binding));
  const best = Math.max(...matching.map(exactness));
  return matching.find((binding) => exactness(binding) === best)?.agent;
}

function matches(event: InboundEvent, binding: AgentBindingConfig): boolean {
  const { channel, account, conversation, sender } = binding;
  const { id, team } = event.conversation;
  return (
    isOneOf(channel, [event.channel]) &&
    isOneOf(account, [event.account]) &&
    isOneOf(conversation, [id, team, ...event.accessKeys]) &&
    isOneOf(sender, [event.sender.id])
  );
}

const isOneOf = (wanted: string | undefined, found: readonly (string | undefined)[]): boolean =>
  wanted === undefined || found.includes(wanted);

function exactness(binding: AgentBindingConfig): number {
  return Object.entries(WEIGHTS).reduce(
    (sum, [key, weight]) => (binding[key as keyof typeof WEIGHTS] === undefined ? sum : sum + weight),
    0,
  );
}
