import type { Command } from 'commander';
import type { Cli, ClientOptions, OutputOptions } from '../../cli.js';
import {
  configuredChannels,
  installPlugin,
  pluginCode,
  removePlugin,
  restartHint,
} from '../../local/plugin-installation.js';
import type { PluginStatus, Status } from '../../gateway/answers.js';
import { gatewayFor, loadConfigCode } from '../../local/config.js';
import type { Table } from '../../output/table.js';
import { asCalled } from '../../output/text.js';

/** `gatehouse plugins …` */
export function addPlugins(program: Command, cli: Cli): void {
  const plugins = program
    .command('plugins')
    .description('Manage plugins: connectors that are installed separately.');
  for (const add of [addPluginsInstall, addPluginsList, addPluginsRemove]) add(plugins, cli);
}

/** `gatehouse plugins install` (spec 3-workchat, "What the service does" 5) */
function addPluginsInstall(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('install'))
    .description('Install a plugin, or another version of it, with npm. Package scripts are not run.')
    .argument(
      '<source>',
      'workchat (included with this program), an archive (.tgz), a folder, or the name of an npm package',
    )
    .action(async (source: string, options: OutputOptions) => {
      const { name, version, channels } = await installPlugin(cli, source, options);
      const add = channels.map((channel) => `Set it up: gatehouse channels add ${channel}`);
      cli.print(options, { name, version, channels, source }, () =>
        asCalled(
          cli.world,
          [`Installed ${name} ${version}.`, ...add, restartHint(cli)].filter(Boolean).join('\n'),
        ),
      );
    });
}

/** `gatehouse plugins list` */
function addPluginsList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List plugins with their state, including missing plugins of configured channels.')
    .action(async (options: ClientOptions) => {
      const items = withGateway(await installedHere(cli), await ofGateway(cli, options));
      const offers = await offersBeside(items);
      cli.print(options, { items, next_cursor: null }, (table) =>
        asCalled(cli.world, render(table, items, offers)),
      );
    });
}

/** Loads each plugin, which reveals its problems. */
async function installedHere(cli: Cli): Promise<readonly PluginStatus[]> {
  const { plugins, checkConfig, CORE_SECTIONS, loadConfigIn, scope } = await loadConfigCode(cli);
  const configOf = () => {
    try {
      return loadConfigIn(scope);
    } catch {
      // An invalid file cannot show which plugins are missing; the start reports its problems.
      return checkConfig(CORE_SECTIONS, {}, { ...scope.environment, problems: [] });
    }
  };
  return plugins
    .states(configOf())
    .map(({ version = null, problem = null, ...state }) => ({ ...state, version, problem }));
}

/** Undefined when no gateway is running, or it does not answer. */
async function ofGateway(cli: Cli, options: ClientOptions): Promise<readonly PluginStatus[] | undefined> {
  const gateway = gatewayFor(cli, options);
  if (options.url !== undefined) return (await gateway?.get<Status>('/status'))?.plugins;
  return gateway?.get<Status>('/status').then(
    ({ plugins }) => plugins,
    () => undefined,
  );
}

/** Problems that only a running gateway has: a plugin that cannot be started, or is not in use yet. */
function withGateway(
  here: readonly PluginStatus[],
  there: readonly PluginStatus[] | undefined,
): readonly PluginStatus[] {
  if (!there) return here;
  return here.map((plugin) => {
    const running = there.find(({ name, version }) => name === plugin.name && version === plugin.version);
    if (plugin.state !== 'loaded') return plugin;
    return running ?? { ...plugin, problem: 'restart the gateway to use it' };
  });
}

async function offersBeside(items: readonly PluginStatus[]): Promise<readonly string[]> {
  const { installCommand, OFFERED, sourceOf } = await pluginCode();
  return OFFERED.filter(({ name }) => !items.some((item) => item.name === name)).map(
    (offered) => `Not installed: ${offered.channel}: ${installCommand(sourceOf(offered))}`,
  );
}

function render(table: Table, items: readonly PluginStatus[], offers: readonly string[]): string {
  const rows = items.map(({ name, version, channels, state, problem }) => [
    name,
    version ?? '',
    channels.join(', '),
    state,
    problem ?? '',
  ]);
  const list = rows.length === 0 ? 'No plugins installed.' : table(PLUGIN_COLUMNS, rows);
  return [list, ...offers].join('\n');
}

const PLUGIN_COLUMNS = ['PLUGIN', 'VERSION', 'CHANNELS', 'STATE', 'PROBLEM'];

/** `gatehouse plugins remove` */
function addPluginsRemove(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('remove'))
    .description('Remove a plugin; the settings of its channels stay in the configuration.')
    .argument('<name>', 'name of its package or of its channel')
    .action(async (wanted: string, options: OutputOptions) => {
      const { name, version, channels } = await removePlugin(cli, wanted);
      for (const channel of configuredChannels(cli, channels)) {
        const mend = asCalled(cli.world, `gatehouse config unset channels.${channel}`);
        cli.warn(`channels.${channel} is still configured: ${mend}`);
      }
      cli.print(options, { name, version, channels }, () =>
        [`Removed ${name} ${version}.`, restartHint(cli)].filter(Boolean).join('\n'),
      );
    });
}
