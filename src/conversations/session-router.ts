import { Injectable } from '@nestjs/common';
import { Assistant } from '../assistant/index.js';
import type { InboundMessage } from '../channels/index.js';
import { SessionConfig } from '../config/index.js';

export interface Route {
  /** Who answers. */
  readonly agentId: string;
  /**
   * The stretch of assistant context a message belongs to (spec 3-workchat "Session keys"). Routing only, never
   * permission; the reply goes where the message came from, whatever session they share.
   */
  readonly sessionKey: string;
}

/** Decides which agent and which session a message belongs to. */
@Injectable()
export class SessionRouter {
  constructor(
    private readonly assistant: Assistant,
    private readonly session: SessionConfig,
  ) {}

  route({ channel, conversation, sender }: InboundMessage): Route {
    const agentId = this.assistant.defaultAgentId;
    const prefix = `agent:${agentId}`;
    if (conversation.kind === 'group')
      return { agentId, sessionKey: `${prefix}:${channel}:group:${conversation.id}` };
    if (this.session.dmScope === 'main') return { agentId, sessionKey: `${prefix}:${this.session.mainKey}` };
    return { agentId, sessionKey: `${prefix}:${channel}:direct:${sender.id}` };
  }
}
