import type { GatehouseConfig } from '../../config/index.js';
import type { ChannelSetup, CliCommands } from '../../plugins/index.js';
import type { Cli } from '../cli.js';
import { loadConfigCode } from '../local/config.js';
import { CliFailure } from '../failure.js';
import { installPlugin, pluginCode } from '../local/plugin-installation.js';
import type { Prompter } from '../input/prompter.js';

/** A channel of a plugin. */
export type PluginChannel =
  | {
      readonly channel: string;
      readonly setup?: ChannelSetup;
      readonly commands?: CliCommands<GatehouseConfig>;
    }
  /** Whether its plugin must be installed first. */
  | { readonly channel: string; readonly source: string; readonly obstacle: string };

/** The channels of usable plugins, and ours that could be installed. */
export async function pluginChannels(cli: Cli): Promise<readonly PluginChannel[]> {
  const { plugins } = await loadConfigCode(cli);
  const { installCommand, OFFERED, sourceOf } = await pluginCode();
  const served = new Set(plugins.loaded.flatMap(({ channels }) => channels));
  const ready = [...served].map((channel) => {
    const setup = plugins.setups.find((each) => each.channel === channel);
    const commands = plugins.commands.find((each) => each.channel === channel);
    return { channel, ...(setup && { setup }), ...(commands && { commands }) };
  });
  const others = OFFERED.filter(({ channel }) => !served.has(channel)).map((offered) => {
    const source = sourceOf(offered);
    const broken = plugins.broken.find(({ channels }) => channels.includes(offered.channel));
    const why = broken
      ? `its plugin ${broken.name} cannot be used (${broken.problem})`
      : 'its plugin is not installed';
    const obstacle = `${offered.channel}: ${why}: ${installCommand(source)}`;
    return { channel: offered.channel, source, obstacle };
  });
  return [...ready, ...others];
}

/**
 * Offers to install a missing plugin (spec 3-workchat, "What the service does" 5).
 * @throws CliFailure when that is declined or fails
 */
export async function installOffered(
  cli: Cli,
  prompter: Prompter,
  { channel, source, obstacle }: Extract<PluginChannel, { source: string }>,
): Promise<void> {
  const isWanted = await prompter.confirm(`${channel} needs a plugin. Install it from ${source} now?`, true);
  if (!isWanted) throw new CliFailure(`nothing was changed; ${obstacle}`);
  prompter.say('Installing …');
  const { name, version } = await installPlugin(cli, source);
  prompter.say(`Installed ${name} ${version}.`);
}
