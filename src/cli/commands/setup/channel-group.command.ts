import { type Command, Option } from 'commander';
import type { GatehouseConfig } from '../../../config/index.js';
import type { CliCommand, CliCommands, CliResult } from '../../../plugins/index.js';
import type { Cli, OutputOptions } from '../../cli.js';
import { configOfFile, loadConfigCode } from '../../local/config.js';
import { CliFailure, EXIT } from '../../failure.js';
import { addExample } from '../../program/examples.js';
import { pluginCode } from '../../local/plugin-installation.js';
import { printableLines } from '../../output/text.js';

type Options = OutputOptions & Readonly<Record<string, string | true | undefined>>;

/** `gatehouse <channel> …`: the commands of a channel's plugin. */
export function addChannelGroup(program: Command, cli: Cli, group: CliCommands<GatehouseConfig>): void {
  const parent = program.command(group.channel).description(group.description);
  for (const each of group.commands) addOne(parent, cli, each);
}

function addOne(parent: Command, cli: Cli, own: CliCommand<GatehouseConfig>): void {
  const { name, description, args = [], options = [] } = own;
  const command = cli.withOutputOptions(parent.command(name)).description(description);
  for (const each of args) command.argument(each.name, each.help);
  for (const { flags, help, isRequired = false, choices } of options) {
    const option = new Option(flags, help).makeOptionMandatory(isRequired);
    command.addOption(choices ? option.choices(choices) : option);
  }
  addExample(command, exampleOf(parent.name(), own));
  command.action(async () => {
    const { json, ...given } = command.opts<Options>();
    const result = await resultOf(cli, own, command.processedArgs as readonly (string | undefined)[], given);
    cli.print(json ? { json: true } : {}, result.data, () => printableLines(result.text));
    if (result.failure !== undefined) throw new CliFailure(result.failure);
  });
}

/** With all that it requires, by the names of the values. */
function exampleOf(channel: string, { name, args = [], options = [] }: CliCommand<GatehouseConfig>): string {
  const required = [
    ...args.map((each) => each.name).filter((each) => each.startsWith('<')),
    ...options.filter(({ isRequired }) => isRequired).map(({ flags }) => flags),
  ];
  return ['gatehouse', channel, name, ...required].join(' ');
}

async function resultOf(
  cli: Cli,
  own: CliCommand<GatehouseConfig>,
  args: readonly (string | undefined)[],
  options: Omit<Options, 'json'>,
): Promise<CliResult> {
  const [code, { CliUsageError }] = await Promise.all([loadConfigCode(cli), pluginCode()]);
  const { stateDir } = cli.world.environment();
  const config = () => configOfFile(code);
  try {
    return await own.run({ args, options, stateDir, config, signal: cli.world.interruption() });
  } catch (error) {
    throw error instanceof CliUsageError ? new CliFailure(error.message, EXIT.usage) : error;
  }
}
