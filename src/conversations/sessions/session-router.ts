import { Injectable } from '@nestjs/common';
import {
  ConnectorRegistry,
  type ConversationDetails,
  describesConversations,
  type SenderId,
  type Target,
} from '../../channels/index.js';
import { AGENTS, GatehouseConfig, SESSION } from '../../config/index.js';
import { agentFor, agentsAt } from './agent-binding.js';
import { mainSessionKey, type Origin, placeSessionKey } from './session-key.js';

/** A sender that no binding names. */
const NOBODY = '' as SenderId;

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

  /** Describes a conversation from its id; undefined where the channel cannot tell. No I/O. */
  describe({ channel, account, conversation }: Target): ConversationDetails | undefined {
    const connector = this.registry.get(channel);
    return describesConversations(connector)
      ? connector.describeConversation(account, conversation)
      : undefined;
  }

  /**
   * The session that will receive the answer to a message of ours, even before anybody has written there. When the
   * channel cannot tell the kind of the conversation, it is a session of its own.
   */
  sessionAt(target: Target): string {
    const { channel, account } = target;
    const unknown: ConversationDetails = {
      conversation: { id: target.conversation, kind: 'group' },
      accessKeys: [],
    };
    const { conversation, accessKeys, sender = NOBODY } = this.describe(target) ?? unknown;
    return this.sessionOf({ channel, account, conversation, accessKeys, sender: { id: sender } });
  }
}
