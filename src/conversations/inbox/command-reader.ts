import { Injectable } from '@nestjs/common';
import type { InboundEvent } from '../../channels/index.js';
import { MentionPatterns } from './mention-patterns.js';
import { agentOf } from '../sessions/session-key.js';

/** Commands for the gateway itself (spec 2-imbridge "Command gating"). */
export const COMMAND_NAMES = [
  ...(['help', 'status', 'whoami', 'usage', 'new', 'model', 'config', 'stop'] as const),
  ...(['hold', 'release'] as const),
] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

export interface Command {
  readonly name: CommandName;
  /** The text after the name, trimmed; may be empty. */
  readonly rest: string;
}

/** Recognizes a message that is a command. */
@Injectable()
export class CommandReader {
  constructor(private readonly patterns: MentionPatterns) {}

  /** Undefined for a message that is not a command. */
  read(event: InboundEvent, sessionKey: string): Command | undefined {
    if (event.kind !== 'message') return undefined;
    return parseCommand(event.text, (text) => this.patterns.isAddress(text, agentOf(sessionKey)));
  }
}

/** The text before the slash is short and on the same line. */
const FORM = /^\s*([^\s/][^/\r\n]{0,63})?\/([a-z]+)(?:\s+([\s\S]*))?$/i;

/**
 * The command in a text; undefined for everything else, including an unknown name, which is for the assistant.
 * @param isAddress whether the text before the command (`@bot`) only names its recipient
 */
export function parseCommand(
  text: string,
  isAddress: (before: string) => boolean = () => false,
): Command | undefined {
  const [, before = '', word = '', rest = ''] = FORM.exec(text) ?? [];
  const name = COMMAND_NAMES.find((each) => each === word.toLowerCase());
  if (name === undefined) return undefined;
  return before === '' || (/\s$/.test(before) && isAddress(before.trim()))
    ? { name, rest: rest.trim() }
    : undefined;
}
