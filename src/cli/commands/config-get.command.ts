import type { Command } from 'commander';
import type { Cli, ClientOptions } from '../cli.js';
import { explained, gatewayFor, loadConfigCode, shownConfig } from '../config.js';

/** `gatehouse config get <path>` */
export function addConfigGet(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('get'))
    .description('One setting, or everything below a path; secrets are masked.')
    .argument('<path>', 'for instance channels.imbridge.dmPolicy or agents.list[0].id')
    .action(async (path: string, options: ClientOptions) => {
      const code = await loadConfigCode(cli);
      const { config } = await shownConfig(cli, options);
      const value = explained(code, () => code.shownIn(config, code.scope, path));
      const source = gatewayFor(cli, options) ? 'gateway' : 'file';
      cli.print(options, { path, value: value ?? null, from: source }, () =>
        typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2),
      );
    });
}
