import { Injectable } from '@nestjs/common';
import {
  type ChannelId,
  ConnectorRegistry,
  type ConversationDetails,
  describesConversations,
  type SenderId,
  type Target,
} from '../../channels/index.js';
import { type AgentBindingConfig, AGENTS, GatehouseConfig, SESSION } from '../../config/index.js';
import { mainSessionKey, type Origin, placeSessionKey } from './session-key.js';

/** A sender that no binding names. */
const NO_ONE = '' as SenderId;

/** Decides the agent and the session of an event. The reply always goes to the event's own place. */
@Injectable()
export class SessionRouter {
  constructor(
    private readonly config: GatehouseConfig,
    private readonly registry: ConnectorRegistry,
  ) {}

  sessionOf(event: Origin): string {
    const agents = this.config.get(AGENTS);
    const agentId = agentFor(event, agents.bindings) ?? agents.defaultAgent.id;
    const { dmScope, mainKey } = this.config.get(SESSION);
    return event.conversation.kind === 'direct' && dmScope === 'main'
      ? mainSessionKey(agentId, mainKey)
      : placeSessionKey(agentId, event);
  }

  /** The sessions of a group or channel: several where its members have different agents; none for a direct chat. */
  sessionsAt(event: Origin): string[] {
    if (event.conversation.kind === 'direct') return [];
    const { bindings, defaultAgent } = this.config.get(AGENTS);
    return agentsAt(event, bindings).map((agent) => placeSessionKey(agent ?? defaultAgent.id, event));
  }

  /** Whether a channel is configured here; without it no session of its conversations can be told. */
  serves(channel: ChannelId): boolean {
    return this.registry.find(channel) !== undefined;
  }

  /** Describes a conversation from its id; undefined where the channel cannot tell. No I/O. */
  describe({ channel, account, conversation }: Target): ConversationDetails | undefined {
    const connector = this.registry.get(channel);
    return describesConversations(connector)
      ? connector.describeConversation(account, conversation)
      : undefined;
  }

  /**
   * The session that will receive the answer to a message of ours, even before anyone has written there. When the
   * channel cannot tell the kind of the conversation, it is a session of its own.
   */
  sessionAt(target: Target): string {
    const { channel, account } = target;
    const unknown: ConversationDetails = {
      conversation: { id: target.conversation, kind: 'group' },
      accessKeys: [],
    };
    const { conversation, accessKeys, sender = NO_ONE } = this.describe(target) ?? unknown;
    return this.sessionOf({ channel, account, conversation, accessKeys, sender: { id: sender } });
  }
}

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
