import type { AgentBindingConfig } from '../../config/index.js';
import type { Origin } from './session-key.js';

/** The weight of each key; a binding ranks by the sum of the weights of its keys. */
const WEIGHTS = { channel: 1, account: 2, conversation: 4, sender: 8 } as const;

/** The agent of the most specific matching binding; among equally specific ones, of the first. */
export function agentFor(event: Origin, bindings: readonly AgentBindingConfig[]): string | undefined {
  const matching = bindings.filter((binding) => matches(event, binding));
  const best = Math.max(...matching.map(exactness));
  return matching.find((binding) => exactness(binding) === best)?.agent;
}

/** The agents that people can have at the place of an event; undefined stands for the default one. */
export function agentsAt(event: Origin, bindings: readonly AgentBindingConfig[]): (string | undefined)[] {
  const ofPlaces = bindings.filter(({ sender }) => sender === undefined);
  const ofPeople = bindings.filter((each) => each.sender !== undefined && matchesPlace(event, each));
  // An agent bound to a sender takes precedence; everybody else has the agent of the place.
  return [agentFor(event, ofPlaces), ...ofPeople.map(({ agent }) => agent)];
}

const matches = (event: Origin, binding: AgentBindingConfig): boolean =>
  matchesPlace(event, binding) && isOneOf(binding.sender, [event.sender.id]);

function matchesPlace(event: Origin, { channel, account, conversation }: AgentBindingConfig): boolean {
  const { id, team } = event.conversation;
  return (
    isOneOf(channel, [event.channel]) &&
    isOneOf(account, [event.account]) &&
    isOneOf(conversation, [id, team, ...event.accessKeys])
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
