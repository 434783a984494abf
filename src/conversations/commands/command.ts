import { GatehouseError } from '../../common/index.js';
import { ConfigInvalidError } from '../../config/index.js';
import type { Tx } from '../../persistence/index.js';
import { isSessionOfOne } from '../sessions/session-key.js';
import type { StoredEvent, Utterance } from '../inbox/stored-event.js';
import type { CommandName } from '../inbox/command-reader.js';

export interface CommandCall {
  readonly stored: StoredEvent<Utterance>;
  /** The text behind the command's name, trimmed; may be empty. */
  readonly rest: string;
  /** An operator: named by a list, not merely let in. */
  readonly isAuthorized: boolean;
}

export interface CommandAnswer {
  /** Empty says nothing. */
  readonly text: string;
  /** Makes the command's change; commits with the answer. */
  readonly write?: (tx: Tx) => Promise<void>;
  /** Said instead of `text` where only the change tells what came of it; asked for behind `write`. */
  readonly outcome?: () => string;
  /** Said to the assistant behind the change, as if it stood alone; then nothing else is answered. */
  readonly ask?: string;
}

/**
 * The people whom a command concerns: its sender (their own messages), all who share the session, or the gateway
 * itself, whose operators alone may give it.
 */
export type Concern = 'speaker' | 'session' | 'gateway';

/** Something people can tell the gateway itself. Expected problems are answers; nothing of it reaches the assistant. */
export interface ChatCommand {
  readonly name: CommandName;
  readonly concerns: Concern;
  /** For `/help`: how it is written, and what it does. */
  readonly usage: string;
  readonly summary: string;
  run(call: CommandCall): CommandAnswer | Promise<CommandAnswer>;
}

export const CHAT_COMMANDS = Symbol('chat commands');

/**
 * Whether a command may be given (DESIGN 7 "Who may give commands"; docs/reference/access.md): who is let in to a direct
 * chat talks, and decides about their own words and a session that is theirs alone; the rest is for operators.
 */
export function mayBeGiven({ concerns }: ChatCommand, { stored, isAuthorized }: CommandCall): boolean {
  if (isAuthorized) return true;
  if (stored.event.conversation.kind !== 'direct' || concerns === 'gateway') return false;
  return concerns === 'speaker' || isSessionOfOne(stored);
}

/** For the sender: names paths, never values. @throws what is no problem of the command's own */
export function problemText(error: unknown): string {
  if (error instanceof ConfigInvalidError)
    return error.problems.map(({ path, message }) => `${path} ${message}`).join('\n');
  if (error instanceof GatehouseError && error.code !== 'UNAVAILABLE')
    return `${error.message} ${error.details}`.trim();
  throw error;
}
