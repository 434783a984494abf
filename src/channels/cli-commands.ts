/**
 * Commands of a channel on the command line: `gatehouse <channel> <name>`. A connector brings them for tasks that
 * only it has; they run in the process of the command line, with or without a gateway beside them.
 * @typeParam Config class of the configuration, which this module does not know
 */
export interface CliCommands<Config> {
  /** Names the group. */
  readonly channel: string;
  /** A line for `gatehouse --help`. */
  readonly description: string;
  /** The forms of the channel's targets, in one line for the help of `gatehouse message`. */
  readonly targets?: string;
  readonly commands: readonly CliCommand<Config>[];
}

export interface CliCommand<Config> {
  /** Lower case, digits and hyphens. */
  readonly name: string;
  /** A line for `--help`. */
  readonly description: string;
  /** In the order of the command line. */
  readonly args?: readonly CliArgument[];
  readonly options?: readonly CliOption[];
  /**
   * Runs the command; it imports heavy code only here. An error ends the command with exit code 1 and its message, a
   * `CliUsageError` with 2. An invalid configuration, which `config()` throws, is reported with all its problems.
   */
  readonly run: (call: CliCall<Config>) => Promise<CliResult>;
}

export interface CliArgument {
  /** `<file>`, or `[file]` for an optional argument. */
  readonly name: string;
  readonly help: string;
}

export interface CliOption {
  /**
   * The long option with the name of its value, such as `--path <site path>`, or without one, such as `--force`.
   * `--json` is reserved.
   */
  readonly flags: string;
  readonly help: string;
  readonly isRequired?: boolean;
  readonly choices?: readonly string[];
}

export interface CliCall<Config> {
  /** One value for each of `args`; undefined where it was not given. */
  readonly args: readonly (string | undefined)[];
  /** By camel-cased name, such as `outlineIcon` for `--outline-icon`; `true` for an option without a value. */
  readonly options: Readonly<Record<string, string | true | undefined>>;
  readonly stateDir: string;
  /** Returns the configuration from this user's file and environment, checked as at the start. */
  readonly config: () => Config;
  /** Aborts when the person presses Ctrl-C. */
  readonly signal: AbortSignal;
}

/** The value of an option, if given. @param name camel-cased */
export function optionIn({ options }: Pick<CliCall<unknown>, 'options'>, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

export interface CliResult {
  /** For programs (`--json`), with keys in snake_case; no secret. */
  readonly data: object;
  /** For people; no secret. */
  readonly text: string;
  /** Printed on standard error after the result; the command then ends with exit code 1. */
  readonly failure?: string;
}

/** The command was called in the wrong way. */
export class CliUsageError extends Error {
  override readonly name = 'CliUsageError';
}
