import type { Command } from 'commander';
import type { Cli } from '../cli.js';
import { addChannelGroup } from '../commands/setup/channel-group.command.js';
import { addChannelsAddPlugin } from '../commands/setup/channels-add-plugin.command.js';
import { addTargets } from '../commands/messages/message.commands.js';
import { CliFailure } from '../failure.js';
import { noSuchChannel } from '../gateway/known-channels.js';
import type { PluginChannel } from '../plugins/plugin-channels.js';

/** The words that ask for a list of all commands. */
const LISTS: readonly (string | undefined)[] = [undefined, '--help', '-h', 'completion'];

const HELP = ['help', '--help', '-h'];

/**
 * Adds the commands of plugins: `channels add <channel>`, and `<channel> …` with the commands of that channel. Plugins
 * are loaded only for these.
 */
export async function addPluginCommands(program: Command, cli: Cli, args: readonly string[]): Promise<void> {
  const isHelp = args[0] === 'help';
  const [first, second, third] = isHelp ? args.slice(1) : args;
  if (args.includes('message') && args.some((each) => HELP.includes(each)))
    await addTheirTargets(program, cli);
  const isOwn = program.commands.some((each) => each.name() === first);
  if (first === 'channels' && second === 'add') await addSetups(program, cli, isHelp ? undefined : third);
  else if (!isOwn || LISTS.includes(first)) await addGroups(program, cli);
}

async function addTheirTargets(program: Command, cli: Cli): Promise<void> {
  const { pluginChannels } = await import('../plugins/plugin-channels.js');
  const channels = (await pluginChannels(cli)).flatMap((each) => {
    const { targets } = ('commands' in each ? each.commands : undefined) ?? {};
    return targets === undefined ? [] : [{ channel: each.channel, targets }];
  });
  if (channels.length > 0) addTargets(program, channels);
}

async function addGroups(program: Command, cli: Cli): Promise<void> {
  const { pluginChannels } = await import('../plugins/plugin-channels.js');
  for (const each of await pluginChannels(cli)) {
    if (program.commands.some((own) => own.name() === each.channel)) continue;
    if ('source' in each) addObstacle(program, each.channel, each.obstacle);
    else if (each.commands) addChannelGroup(program, cli, each.commands);
  }
}

async function addSetups(program: Command, cli: Cli, wanted: string | undefined): Promise<void> {
  const channels = program.commands.find((each) => each.name() === 'channels');
  const parent = channels?.commands.find((each) => each.name() === 'add');
  if (!parent) return;
  for (const each of await channelsFor(cli, wanted)) {
    if ('source' in each) addObstacle(parent, each.channel, each.obstacle);
    else if (each.setup) addChannelsAddPlugin(parent, cli, each.setup);
  }
  const known = parent.commands.map((each) => each.name());
  if (wanted !== undefined && !wanted.startsWith('-') && ![...known, ...HELP].includes(wanted))
    throw await noSuchChannel(wanted, known);
}

/** Tries again when the required plugin has just been installed. */
async function channelsFor(cli: Cli, wanted: string | undefined): Promise<readonly PluginChannel[]> {
  const { installOffered, pluginChannels } = await import('../plugins/plugin-channels.js');
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
    .description('Needs a plugin that is not installed yet.')
    .argument('[words...]')
    .allowUnknownOption()
    .action(() => {
      throw new CliFailure(obstacle);
    });
}
