import type { Command } from 'commander';
import type { Cli, OutputOptions } from '../cli.js';
import { configuredChannels, removePlugin, restartHint } from '../plugin-installation.js';

/** `gatehouse plugins remove` */
export function addPluginsRemove(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('remove'))
    .description('Remove a plugin; the settings of its channels stay in the configuration.')
    .argument('<name>', 'name of its package, or of a channel it serves')
    .action(async (wanted: string, options: OutputOptions) => {
      const { name, version, channels } = await removePlugin(cli, wanted);
      for (const channel of configuredChannels(cli, channels)) {
        const mend = `gatehouse config unset channels.${channel}`;
        cli.world.stderr.write(`gatehouse: warning: channels.${channel} is still configured: ${mend}\n`);
      }
      cli.print(options, { name, version, channels }, () =>
        [`${name} ${version} is removed.`, restartHint(cli)].filter(Boolean).join('\n'),
      );
    });
}
