import type { Command } from 'commander';
import type { Cli, ClientOptions } from '../cli.js';

/** `gatehouse loops end <id>` */
export function addLoopsEnd(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('end'))
    .description('Have a conversation answered again, from its next message on.')
    .argument('<id>', 'as `loops list` shows it')
    .action(async (id: string, options: ClientOptions) => {
      await cli.admin(options).delete(`/loops/${encodeURIComponent(id)}`);
      cli.print(options, { id, ended: true }, () => `${id} is over: its next message is answered.`);
    });
}
