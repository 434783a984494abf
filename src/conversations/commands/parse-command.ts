import type { InboundEvent } from '../../channels/index.js';

/** What people can tell the gateway itself (spec 2-imbridge "Command gating"). */
export const COMMAND_NAMES = ['help', 'status', 'whoami', 'new', 'model', 'config', 'stop'] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

export interface Command {
  readonly name: CommandName;
  /** What stands behind the name, trimmed; may be empty. */
  readonly rest: string;
}

const FORM = /^\s*\/([a-z]+)(?:\s+([\s\S]*))?$/i;

/** The command a text is; undefined for everything else, an unknown name included: that is for the assistant. */
export function parseCommand(text: string): Command | undefined {
  const [, word = '', rest = ''] = FORM.exec(text) ?? [];
  const name = COMMAND_NAMES.find((each) => each === word.toLowerCase());
  return name === undefined ? undefined : { name, rest: rest.trim() };
}

export const isCommand = (event: InboundEvent): boolean =>
  event.kind === 'message' && parseCommand(event.text) !== undefined;
