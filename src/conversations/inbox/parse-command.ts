/** What people can tell the gateway itself (spec 2-imbridge "Command gating"). */
export const COMMAND_NAMES = ['help', 'status', 'whoami', 'new', 'model', 'config', 'stop'] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

export interface Command {
  readonly name: CommandName;
  /** What stands behind the name, trimmed; may be empty. */
  readonly rest: string;
}

/** What stands before the slash is short, and on its line. */
const FORM = /^\s*([^\s/][^/\r\n]{0,63})?\/([a-z]+)(?:\s+([\s\S]*))?$/i;

/**
 * The command a text is; undefined for everything else, an unknown name included: that is for the assistant.
 * @param isAddress whether what stands before the command (`@bot`) says only for whom it is
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
