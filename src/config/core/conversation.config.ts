import { IsIn, IsInt, IsNotEmpty, IsOptional, Max, Min } from 'class-validator';
import { GROUP_POLICIES, type GroupPolicy } from '../../common/index.js';
import { section } from '../describe/section.js';
import { Nested, Setting } from '../describe/setting.decorator.js';
import { AreDelaysByName, AreSafePatterns } from '../describe/validators.js';

export const DM_SCOPES = ['main', 'per-sender'] as const;
export type DmScope = (typeof DM_SCOPES)[number];

/** How conversations map to the assistant's sessions. */
export class SessionConfig {
  @Setting({ doc: 'Name of the main session.' })
  @IsNotEmpty()
  readonly mainKey: string = 'main';

  @Setting({
    doc: 'Whether all direct messages share the main session, or each sender has a separate one.',
    inChats: true,
  })
  @IsIn(DM_SCOPES)
  readonly dmScope: DmScope = 'main';

  @Setting({
    doc:
      'How long the assistant stays silent in a conversation after the owner of the account writes there, in ' +
      'minutes; each such message restarts the time. 0 = not at all.',
    inChats: true,
  })
  @IsInt()
  @Min(0)
  @Max(10_080)
  readonly holdOnOwnMessage: number = 0;
}

export class GroupMessagesConfig {
  @Setting({
    doc: 'Case-insensitive regular expressions; a match counts as a mention in a group, for agents without their own.',
    type: 'string[]',
    inChats: true,
  })
  @AreSafePatterns()
  readonly mentionPatterns: readonly string[] = [];

  @Setting({
    doc: 'Maximum number of group messages kept as context, for channels without their own limit (above 6, between two thirds and all of it). 0 = none.',
    inChats: true,
  })
  @IsInt()
  @Min(0)
  @Max(10_000)
  readonly historyLimit: number = 50;
}

/** Detects programs that answer each other: ADR 0042. */
export class LoopBreakerConfig {
  @Setting({
    doc: 'Number of consecutive answers to messages that arrive faster than people write, or repeat the previous text, after which the conversation gets no more answers. 0 = no limit.',
  })
  @IsInt()
  @Min(0)
  @Max(1_000)
  readonly rounds: number = 30;

  @Setting({ doc: 'Rounds that are further apart than this are not counted together, in minutes.' })
  @IsInt()
  @Min(1)
  @Max(1_440)
  readonly windowMinutes: number = 10;

  @Setting({
    doc: 'The minimum time a person needs to read an answer and start writing, in milliseconds; 80 ms are added per character of the text.',
  })
  @IsInt()
  @Min(0)
  @Max(600_000)
  readonly pauseMs: number = 1_500;

  @Setting({
    doc: 'How long a conversation gets no answers, in minutes; doubled each time the loop continues afterwards.',
  })
  @IsInt()
  @Min(1)
  @Max(1_440)
  readonly breakMinutes: number = 15;
}

/** Settings for messages of all channels. */
export class MessagesConfig {
  @Setting({ doc: 'Text added before every reply.', inChats: true })
  @IsOptional()
  readonly responsePrefix?: string;

  @Nested(() => GroupMessagesConfig)
  readonly groupChat: GroupMessagesConfig = new GroupMessagesConfig();

  // The settings below are ours, not the specifications'.
  @Setting({
    doc: 'How long a failed model call is retried before the apology is sent, in milliseconds.',
    inChats: true,
  })
  @IsInt()
  @Min(0)
  @Max(86_400_000)
  readonly retryForMs: number = 120_000;

  @Setting({
    doc:
      'Messages from one person in one conversation within this time of each other are answered together, in milliseconds; ' +
      'each answer is delayed by as much. A number, or one per channel: `{ imbridge: 1500 }`. Unset = not at all.',
    type: 'number or map of numbers',
  })
  @IsOptional()
  @AreDelaysByName(30_000)
  readonly coalesceMs?: number | Readonly<Record<string, number>>;

  @Setting({ doc: 'The text that is sent when no answer could be produced.', inChats: true })
  @IsNotEmpty()
  readonly apology: string = 'Sorry, I could not answer that just now.';

  @Setting({
    doc: 'Whether senders are notified, in the chat where they asked, that their pairing was approved.',
    inChats: true,
  })
  readonly approvalNotice: boolean = false;

  @Nested(() => LoopBreakerConfig)
  readonly loopBreaker: LoopBreakerConfig = new LoopBreakerConfig();
}

export class CommandsConfig {
  @Setting({
    doc: 'Whether `/config set` and `/config unset` in a chat may change the configuration.',
    inChats: true,
  })
  readonly config: boolean = false;
}

/** Defaults for channels that do not set them. */
export class ChannelDefaultsConfig {
  @Setting({ doc: 'Who can use the assistant in groups, for channels without their own `groupPolicy`.' })
  @IsIn(GROUP_POLICIES)
  readonly groupPolicy: GroupPolicy = 'allowlist';
}

export const SESSION = section('session', SessionConfig);
export const MESSAGES = section('messages', MessagesConfig);
export const COMMANDS = section('commands', CommandsConfig);
export const CHANNEL_DEFAULTS = section('channels.defaults', ChannelDefaultsConfig);
