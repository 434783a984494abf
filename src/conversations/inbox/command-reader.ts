import { Injectable } from '@nestjs/common';
import type { InboundEvent } from '../../channels/index.js';
import { MentionPatterns } from './mention-patterns.js';
import { agentOf } from '../sessions/session-key.js';
import { type Command, parseCommand } from './parse-command.js';

/** Finds the command that a message is. */
@Injectable()
export class CommandReader {
  constructor(private readonly patterns: MentionPatterns) {}

  /** Undefined for everything that is none. */
  read(event: InboundEvent, sessionKey: string): Command | undefined {
    if (event.kind !== 'message') return undefined;
    return parseCommand(event.text, (text) => this.patterns.isAddress(text, agentOf(sessionKey)));
  }
}
