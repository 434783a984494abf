import { Injectable } from '@nestjs/common';
import { AGENTS, GatehouseConfig, SESSION } from '../../config/index.js';
import { agentFor, agentsAt } from './agent-binding.js';
import { mainSessionKey, type Origin, placeSessionKey } from './session-key.js';

/** Decides which agent and which session an event belongs to; the reply goes where the event came from regardless. */
@Injectable()
export class SessionRouter {
  constructor(private readonly config: GatehouseConfig) {}

  sessionOf(event: Origin): string {
    const agents = this.config.get(AGENTS);
    const agentId = agentFor(event, agents.bindings) ?? agents.defaultAgent.id;
    const { dmScope, mainKey } = this.config.get(SESSION);
    return event.conversation.kind === 'direct' && dmScope === 'main'
      ? mainSessionKey(agentId, mainKey)
      : placeSessionKey(agentId, event);
  }

  /** The sessions of a group or channel: more than one where its members have different agents; none of a direct chat. */
  sessionsAt(event: Origin): string[] {
    if (event.conversation.kind === 'direct') return [];
    const { bindings, defaultAgent } = this.config.get(AGENTS);
    return agentsAt(event, bindings).map((agent) => placeSessionKey(agent ?? defaultAgent.id, event));
  }
}
