import type { Command } from 'commander';
import type { Cli, ClientOptions } from '../cli.js';
import { shownConfig } from '../config.js';

/** `gatehouse config show` */
export function addConfigShow(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('show'))
    .description('The configuration in force, complete with defaults; secrets are masked.')
    .action(async (options: ClientOptions) => {
      const shown = await shownConfig(cli, options);
      cli.print(options, shown, () => JSON.stringify(shown.config, null, 2));
    });
}
