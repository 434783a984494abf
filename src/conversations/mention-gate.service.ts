import { Injectable } from '@nestjs/common';
import type { InboundMessage } from '../channels/index.js';
import { AGENTS, compilePattern, GatehouseConfig, MESSAGES, PATTERN_TEXT_CHARS } from '../config/index.js';
import { Deliveries } from '../delivery/index.js';
import { agentOf } from './sessions/session-key.js';

/** Tells whether a message in a group is meant for the assistant (spec 2-imbridge "Mention gating", DESIGN 7). */
@Injectable()
export class MentionGate {
  /** Compiled once: by pattern. */
  private readonly compiled = new Map<string, RegExp>();

  constructor(
    private readonly config: GatehouseConfig,
    private readonly deliveries: Deliveries,
  ) {}

  /** A native mention, a reply to a message of ours, or a text that one of the agent's patterns matches. */
  async isMentioned(message: InboundMessage, sessionKey: string): Promise<boolean> {
    if (message.mentionsUs || this.matches(message.text, agentOf(sessionKey))) return true;
    return message.replyTo !== undefined && this.deliveries.isOurs(message, message.replyTo);
  }

  private matches(text: string, agentId: string): boolean {
    const agent = this.config.get(AGENTS).list.find(({ id }) => id === agentId);
    const patterns = agent?.groupChat.mentionPatterns ?? this.config.get(MESSAGES).groupChat.mentionPatterns;
    // What a pattern may take is measured for texts of this length.
    const start = text.slice(0, PATTERN_TEXT_CHARS);
    return patterns.some((pattern) => this.compile(pattern).test(start));
  }

  private compile(pattern: string): RegExp {
    const known = this.compiled.get(pattern) ?? compilePattern(pattern);
    this.compiled.set(pattern, known);
    return known;
  }
}
