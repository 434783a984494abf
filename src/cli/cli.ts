import { type Command, InvalidArgumentError } from 'commander';
import { AdminClient } from './gateway/admin-client.js';
import { CliFailure, EXIT } from './failure.js';
import { type Table, tableFor } from './output/table.js';
import { plainJson, printableLines } from './output/text.js';
import { locateGateway, type LocationOptions } from './gateway/gateway-location.js';
import type { CliWorld } from './world.js';

export interface OutputOptions {
  readonly json?: boolean;
}

/** Options of every command that calls a gateway. */
export type ClientOptions = OutputOptions & LocationOptions;

/** The options and output that all commands share. */
export class Cli {
  constructor(readonly world: CliWorld) {}

  /** Adds `--json`, `--url` and `--token`. */
  withClientOptions(command: Command): Command {
    return this.withOutputOptions(command)
      .option('--url <url>', 'address of the gateway (default: the one running on this machine)', baseUrl)
      .option(
        '--token <token>',
        'admin token; other users of this machine can see it, so prefer GATEHOUSE_ADMIN_TOKEN_FILE',
      );
  }

  withOutputOptions(command: Command): Command {
    return command.option('--json', 'print JSON for programs');
  }

  /**
   * @param timeoutMs how long its answers may take
   * @throws CliFailure when the gateway can't be found
   */
  admin(options: ClientOptions, timeoutMs?: number): AdminClient {
    return new AdminClient(locateGateway(this.world, options), timeoutMs);
  }

  /**
   * Asks for confirmation on the terminal before an action that cannot be undone.
   * @param isSure `--yes` was given
   * @throws CliFailure when the answer is no, or there is no terminal
   */
  async confirm(question: string, { isSure, json = false }: { isSure: boolean; json?: boolean | undefined }) {
    if (isSure) return;
    if (json || !this.world.stdin.isTTY || !this.world.stdout.isTTY)
      throw new CliFailure('this cannot be undone: add --yes to confirm without a terminal', EXIT.usage);
    const prompter = await this.world.prompter();
    if (!(await prompter.confirm(question, false))) throw new CliFailure('nothing was changed');
  }

  /**
   * Asks for a name to be typed before an action that cannot be undone.
   * @param isSure `--yes` was given
   * @throws CliFailure when another text is typed, or there is no terminal
   */
  async confirmName(
    question: string,
    {
      names,
      isSure,
      json = false,
    }: { names: readonly string[]; isSure: boolean; json?: boolean | undefined },
  ): Promise<void> {
    if (isSure) return;
    if (json || !this.world.stdin.isTTY || !this.world.stdout.isTTY)
      throw new CliFailure(
        'this cannot be undone: without a terminal, add --yes with the digest that --dry-run shows',
        EXIT.usage,
      );
    const prompter = await this.world.prompter();
    const typed = await prompter.text({ message: question });
    if (!names.includes(typed.trim())) throw new CliFailure('the ids do not match: nothing was changed');
  }

  /** Writes a warning beside the result. */
  warn(words: string): void {
    this.world.stderr.write(`gatehouse: warning: ${printableLines(words)}\n`);
  }

  /**
   * Prints the result of a command: JSON for machines, else text for people, whose tables fit their terminal. Words of
   * others are in both, so nothing in them reaches the terminal as a command to it.
   */
  print({ json }: OutputOptions, data: object, text: (table: Table) => string): void {
    const { stdout } = this.world;
    stdout.write(`${json ? plainJson(data, 2) : printableLines(text(tableFor(stdout.columns)))}\n`);
  }
}

function baseUrl(text: string): string {
  if (/^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError('It must be an http or https URL.');
}

/** A TCP port as an option; 0 lets the system choose. */
export function portNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('It must be a port, 0 to 65535.');
}

/** A count as an option. */
export function positiveNumber(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a positive number.');
}
