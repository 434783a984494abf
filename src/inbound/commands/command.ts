import { DEFAULT_ACCOUNT } from '../../channels/index.js';
import { GatehouseError } from '../../common/index.js';
import { ConfigInvalidError } from '../../config/index.js';
import type { Tx } from '../../persistence/index.js';
import { isSessionOfOne, type StoredEvent, type Utterance } from '../../conversations/index.js';

export interface CommandCall {
  readonly stored: StoredEvent<Utterance>;
  /** The text after the command's name, trimmed; may be empty. */
  readonly rest: string;
  /** The sender is an operator: they are named by a list, not only let in. */
  readonly isAuthorized: boolean;
}

export interface CommandAnswer {
  /** Nothing is sent when it is empty. */
  readonly text: string;
  /** Makes the command's change; commits with the answer. */
  readonly write?: (tx: Tx) => Promise<void>;
  /** Sent instead of `text` when only the change shows its result; called after `write`. */
  readonly outcome?: () => string;
  /** Passed to the assistant after the change, like a message of its own; its answer is then the only one. */
  readonly ask?: string;
}

/**
 * The people affected by a command: its sender (their own messages), everybody who shares the session, or everybody who
 * uses the gateway (for operators only).
 */
export type Concern = 'speaker' | 'session' | 'gateway';

/** A command to the gateway itself. Expected problems are reported as answers; the assistant sees none of it. */
export interface ChatCommand {
  readonly name: string;
  readonly concerns: Concern;
  /** For `/help`: its syntax and effect. */
  readonly usage: string;
  readonly summary: string;
  run(call: CommandCall): CommandAnswer | Promise<CommandAnswer>;
}

export const CHAT_COMMANDS = Symbol('chat commands');

/**
 * Whether the sender may give a command (DESIGN 7 "Who may give commands"; docs/reference/access.md). A person with
 * access in a direct chat may talk, and may decide about their own messages and about a session that only they use;
 * everything else is for operators.
 */
export function mayBeGiven({ concerns }: ChatCommand, { stored, isAuthorized }: CommandCall): boolean {
  if (isAuthorized) return true;
  if (stored.event.conversation.kind !== 'direct' || concerns === 'gateway') return false;
  return concerns === 'speaker' || isSessionOfOne(stored);
}

/** Tells a sender how one becomes an operator; being let in does not make them one. */
export function refusalOf({ name }: ChatCommand, { event }: StoredEvent<Utterance>): string {
  const { channel, account } = event;
  const section =
    account === DEFAULT_ACCOUNT ? `channels.${channel}` : `channels.${channel}.accounts.${account}`;
  return `Only operators can use /${name}. To become one, add the ID that /whoami shows to ${section}.allowFrom.`;
}

/**
 * The problem as a text for the sender: it names paths, never values. @throws any error that is not a problem of the
 * command itself
 */
export function problemText(error: unknown): string {
  if (error instanceof ConfigInvalidError)
    return error.problems.map(({ path, message }) => `${path} ${message}`).join('\n');
  if (error instanceof GatehouseError && error.code !== 'UNAVAILABLE')
    return `${error.message} ${error.details}`.trim();
  throw error;
}
