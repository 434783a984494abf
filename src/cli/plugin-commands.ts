import type { Command } from 'commander';
import type { Cli } from './cli.js';
import { addChannelsAddPlugin } from './commands/channels-add-plugin.command.js';
import { CliFailure } from './failure.js';
import type { PluginChannel } from './setup/plugin-channels.js';

/** `channels add …` has a command for each channel that comes with a plugin; plugins are loaded for nothing else. */
export async function addPluginCommands(program: Command, cli: Cli, args: readonly string[]): Promise<void> {
  const [group, name, wanted] = args;
  if (group !== 'channels' || name !== 'add') return;
  const channels = program.commands.find((each) => each.name() === 'channels');
  const parent = channels?.commands.find((each) => each.name() === 'add');
  if (!parent) return;
  for (const each of await channelsFor(cli, wanted)) {
    if ('setup' in each) addChannelsAddPlugin(parent, cli, each.setup);
    else addObstacle(parent, each.channel, each.obstacle);
  }
}

/** Once more when the one that is wanted has just been installed. */
async function channelsFor(cli: Cli, wanted: string | undefined): Promise<readonly PluginChannel[]> {
  const { installOffered, pluginChannels } = await import('./setup/plugin-channels.js');
  const channels = await pluginChannels(cli);
  const { stdin, stdout } = cli.world;
  const missing = channels.find((each) => each.channel === wanted && 'source' in each);
  if (!missing || !('source' in missing) || !stdin.isTTY || !stdout.isTTY) return channels;
  await installOffered(cli, await cli.world.prompter(), missing);
  return pluginChannels(cli);
}

function addObstacle(parent: Command, channel: string, obstacle: string): void {
  parent
    .command(channel)
    .description('Comes with a plugin that has to be installed first.')
    .allowUnknownOption()
    .allowExcessArguments()
    .action(() => {
      throw new CliFailure(obstacle);
    });
}
