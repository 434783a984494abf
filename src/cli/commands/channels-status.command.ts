import type { Command } from 'commander';
import { channelDetailsOf } from '../channel-details.js';
import type { Cli, ClientOptions } from '../cli.js';
import { channelDetails } from '../status-text.js';

interface Options extends ClientOptions {
  readonly deep?: boolean;
}

/** `gatehouse channels status` */
export function addChannelsStatus(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('status'))
    .description('What the channels can do and how they are; `status --all` has it with the rest.')
    .option('--deep', 'ask every service how it is')
    .action(async ({ deep = false, ...options }: Options) => {
      const items = await channelDetailsOf(cli.admin(options), deep);
      cli.print(options, { items, next_cursor: null }, () => items.map(channelDetails).join('\n\n'));
    });
}
