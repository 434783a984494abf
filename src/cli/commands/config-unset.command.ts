import type { Command } from 'commander';
import type { Cli, ClientOptions } from '../cli.js';
import { changeConfig, outcomeText } from '../config.js';

/** `gatehouse config unset <path>` */
export function addConfigUnset(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('unset'))
    .description('Take one setting back to its default, or an item out of a list.')
    .argument('<path>', 'for instance gateway.port or channels.imbridge.allowFrom[0]')
    .action(async (path: string, options: ClientOptions) => {
      const outcome = await changeConfig(cli, options, (code, scope) => ({
        patch: { unset: [path] },
        change: code.unsetKnown(scope, path),
      }));
      cli.print(options, outcome, () => outcomeText(outcome));
    });
}
