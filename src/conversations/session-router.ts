import { Injectable } from '@nestjs/common';
import { Assistant } from '../assistant/index.js';
import type { InboundEvent } from '../channels/index.js';
import { SessionConfig } from '../config/index.js';
import { mainSessionKey, placeSessionKey } from './session-key.js';

/** Decides which agent and which session an event belongs to; the reply goes where the event came from regardless. */
@Injectable()
export class SessionRouter {
  constructor(
    private readonly assistant: Assistant,
    private readonly session: SessionConfig,
  ) {}

  sessionOf(event: InboundEvent): string {
    const agentId = this.assistant.defaultAgentId;
    const { dmScope, mainKey } = this.session;
    return event.conversation.kind === 'direct' && dmScope === 'main'
      ? mainSessionKey(agentId, mainKey)
      : placeSessionKey(agentId, event);
  }
}
