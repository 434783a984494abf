import { Injectable } from '@nestjs/common';
import type { ApprovalDecision, InboundEvent, RemoteMessageId } from '../../channels/index.js';
import { agentOf } from '../sessions/session-key.js';
import { AGENTS, compilePattern, GatehouseConfig, MESSAGES, PATTERN_TEXT_CHARS } from '../../config/index.js';

/**
 * The patterns by which people mention an agent: `agents.list[].groupChat.mentionPatterns`, else those of `messages`.
 */
@Injectable()
export class MentionPatterns {
  /** Compiled patterns, by their source. */
  private readonly compiled = new Map<string, RegExp>();

  constructor(private readonly config: GatehouseConfig) {}

  /** Whether a text mentions the agent. */
  matches(text: string, agentId: string): boolean {
    // The time a pattern may take was measured for texts of this length.
    const start = text.slice(0, PATTERN_TEXT_CHARS);
    return this.patternsOf(agentId).some((pattern) => pattern.test(start));
  }

  /** Whether a text is only a mention of the agent: `@bot`, `Bot:`. */
  isAddress(text: string, agentId: string): boolean {
    return this.patternsOf(agentId).some((pattern) => {
      const found = pattern.exec(text)?.[0] ?? '';
      return found !== '' && !/[\p{L}\p{N}]/u.test(text.replace(found, ''));
    });
  }

  private patternsOf(agentId: string): RegExp[] {
    const agent = this.config.get(AGENTS).list.find(({ id }) => id === agentId);
    const patterns = agent?.groupChat.mentionPatterns ?? this.config.get(MESSAGES).groupChat.mentionPatterns;
    return patterns.map((pattern) => this.compile(pattern));
  }

  private compile(pattern: string): RegExp {
    const known = this.compiled.get(pattern) ?? compilePattern(pattern);
    this.compiled.set(pattern, known);
    return known;
  }
}

/** A command for the gateway itself (spec 2-imbridge "Command gating"). */
export interface Command {
  readonly name: string;
  /** The text after the name, trimmed; may be empty. */
  readonly rest: string;
}

/** Recognizes a message that is a command. */
@Injectable()
export class CommandReader {
  private names: readonly string[] = [];

  constructor(private readonly patterns: MentionPatterns) {}

  /** @param names the existing commands, from the module that executes them; called once, at the start */
  recognize(names: readonly string[]): void {
    this.names = names;
  }

  /** Undefined for a message that is not a command. */
  read(event: InboundEvent, sessionKey: string): Command | undefined {
    if (event.kind !== 'message') return undefined;
    const isAddress = (text: string) => this.patterns.isAddress(text, agentOf(sessionKey));
    return parseCommand(event.text, this.names, isAddress);
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
  names: readonly string[],
  isAddress: (before: string) => boolean = () => false,
): Command | undefined {
  const [, before = '', word = '', rest = ''] = FORM.exec(text) ?? [];
  const name = names.find((each) => each === word.toLowerCase());
  if (name === undefined) return undefined;
  return before === '' || (/\s$/.test(before) && isAddress(before.trim()))
    ? { name, rest: rest.trim() }
    : undefined;
}

/** An event in the form of an answer to an approval, with the approval itself, or the message that may ask for it. */
export type AnswerForm = { readonly decision: ApprovalDecision } & (
  { readonly approvalId: string } | { readonly messageId: RemoteMessageId }
);

/** Thumbs up and down in any skin tone, and whether they are followed by the sign for a coloured picture. */
const THUMB = /^(?:(\u{1f44d})|\u{1f44e})[\u{1f3fb}-\u{1f3ff}]?\ufe0f?$/u;
const ANSWER_WORD = /^\s*(?:(y|yes)|n|no)[.!]*\s*$/i;

/**
 * The answer that an event would be if its message asked for an approval: a thumb on the message, or a reply to it that is
 * nothing but yes or no. Undefined for nearly every event.
 */
export function answerFormOf(event: InboundEvent): AnswerForm | undefined {
  switch (event.kind) {
    case 'approval-answer':
      return event;
    case 'notice':
      return event.change.type === 'reaction' && !event.change.isRemoved
        ? formOf(event.change.messageId, THUMB.exec(event.change.emoji))
        : undefined;
    case 'message':
      return event.replyTo !== undefined && event.attachments.length === 0 && event.subject === undefined
        ? formOf(event.replyTo, ANSWER_WORD.exec(event.text))
        : undefined;
    default:
      return undefined;
  }
}

function formOf(
  messageId: RemoteMessageId | undefined,
  said: readonly (string | undefined)[] | null,
): AnswerForm | undefined {
  if (messageId === undefined || !said) return undefined;
  return { messageId, decision: said[1] === undefined ? 'deny' : 'allow' };
}
