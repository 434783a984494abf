import { Argument, type Command, Option } from 'commander';
import { type Cli, type ClientOptions, positiveNumber } from '../cli.js';
import type { AdminClient } from '../gateway/admin-client.js';
import type { Table } from '../output/table.js';
import { asCalled } from '../output/text.js';

/** A command that asks the admin API for something and prints the answer. */
export interface ApiCommand<Given, Answer extends object> {
  readonly name: string;
  readonly description: string;
  readonly args?: readonly Argument[];
  readonly options?: readonly Option[];
  /** @param given the arguments and options by name */
  readonly call: (admin: AdminClient, given: Given) => Promise<Answer>;
  /** For people; programs get the answer itself. */
  readonly text: (answer: Answer, output: Output<Given>) => string;
  /** Written to stderr, beside the answer. */
  readonly note?: string;
  /** What the person should know about the answer besides. */
  readonly warning?: (admin: AdminClient, answer: Answer) => Promise<string | undefined>;
}

export interface Output<Given> {
  readonly given: Given;
  readonly table: Table;
  /** Our own words, with the commands in them in the form in which the program was called. */
  readonly asCalled: (words: string) => string;
}

/** @returns a function that adds the command to the commands of its group */
export const apiCommand =
  <Given extends object, Answer extends object>(own: ApiCommand<Given, Answer>) =>
  (parent: Command, cli: Cli): void => {
    const command = cli.withClientOptions(parent.command(own.name)).description(own.description);
    for (const argument of own.args ?? []) command.addArgument(argument);
    for (const option of own.options ?? []) command.addOption(option);
    command.action(async () => {
      const options = command.opts<ClientOptions>();
      const args = command.registeredArguments.map(
        (each, at) => [each.name(), command.processedArgs[at] as unknown] as const,
      );
      const given = { ...options, ...Object.fromEntries(args) } as Given;
      const admin = cli.admin(options);
      const answer = await own.call(admin, given);
      if (own.note !== undefined) cli.world.stderr.write(`${own.note}\n`);
      cli.print(options, answer, (table) =>
        own.text(answer, { given, table, asCalled: (words) => asCalled(cli.world, words) }),
      );
      const warning = await own.warning?.(admin, answer);
      if (warning !== undefined) cli.warn(asCalled(cli.world, warning));
    });
  };

export const CHANNEL = new Argument('<channel>', 'for example imbridge');
export const SENDER = new Argument('<sender>', "the sender's ID or address on that channel");
export const USER = new Argument('<user>', 'id or email');

export const ACCOUNT = new Option(
  '--account <account>',
  'our account on the channel (default: the only one)',
);
export const EXPIRES = new Option(
  '--expires <time>',
  'ISO 8601 with time zone, for example 2026-12-31T23:59:59Z (default: never)',
);
export const LIMIT = new Option('--limit <number>', 'at most this many')
  .argParser(positiveNumber)
  .default(50);

export interface Limited {
  readonly limit: number;
}

export interface Identified {
  readonly id: string;
}
