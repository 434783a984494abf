import type { Command } from 'commander';
import type { Cli, ClientOptions } from '../cli.js';

/** `gatehouse grants remove <id>` */
export function addGrantsRemove(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('remove'))
    .description("Take a grant back, effective for the sender's next message.")
    .argument('<id>', 'as `grants list` shows it')
    .action(async (id: string, options: ClientOptions) => {
      await cli.admin(options).delete(`/grants/${encodeURIComponent(id)}`);
      cli.print(options, { id, deleted: true }, () => `Removed ${id}: its sender is let in no more.`);
    });
}
