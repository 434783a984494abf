import type { Tx } from '../../persistence/index.js';
import type { StoredEvent, Utterance } from '../stored-event.js';
import type { CommandName } from './parse-command.js';

export interface CommandCall {
  readonly stored: StoredEvent<Utterance>;
  /** What stands behind the command's name, trimmed; may be empty. */
  readonly rest: string;
}

export interface CommandAnswer {
  /** Empty says nothing. */
  readonly text: string;
  /** What the command changes; commits with the answer. */
  readonly write?: (tx: Tx) => Promise<void>;
  /** Said instead of `text` where only the change tells what came of it; asked for behind `write`. */
  readonly outcome?: () => string;
  /** Said to the assistant behind the change, as if it stood alone; then nothing else is answered. */
  readonly ask?: string;
}

/** Something people can tell the gateway itself. Expected problems are answers; nothing of it reaches the assistant. */
export interface ChatCommand {
  readonly name: CommandName;
  /** For `/help`: how it is written, and what it does. */
  readonly usage: string;
  readonly summary: string;
  run(call: CommandCall): CommandAnswer | Promise<CommandAnswer>;
}

export const CHAT_COMMANDS = Symbol('chat commands');
