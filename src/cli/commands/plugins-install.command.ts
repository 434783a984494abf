import type { Command } from 'commander';
import type { Cli, OutputOptions } from '../cli.js';
import { installPlugin, restartHint } from '../plugin-installation.js';

/** `gatehouse plugins install` (spec 3-workchat, "What the service does" 5) */
export function addPluginsInstall(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('install'))
    .description('Install a plugin, or another version of one, with npm; packages run no scripts.')
    .argument('<source>', 'name of an npm package, with @version or without; an archive (.tgz); a folder')
    .action(async (source: string, options: OutputOptions) => {
      const { name, version, channels } = await installPlugin(cli, source);
      const add = channels.map((channel) => `Set it up: gatehouse channels add ${channel}`);
      cli.print(options, { name, version, channels, source }, () =>
        [`${name} ${version} is installed.`, ...add, restartHint(cli)].filter(Boolean).join('\n'),
      );
    });
}
