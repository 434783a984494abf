import type { Command } from 'commander';
import type { Channel } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { table } from '../text.js';

/** `gatehouse channels list` */
export function addChannelsList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('The accounts of all channels, with their state and policies.')
    .action(async (options: ClientOptions) => {
      const list = await cli.admin(options).list<Channel>('/channels');
      cli.print(options, list, () => render(list.items));
    });
}

function render(channels: readonly Channel[]): string {
  const rows = channels.flatMap(({ channel, accounts }) =>
    accounts.map((each) => [
      channel,
      each.account,
      each.status,
      each.dm_policy,
      each.group_policy,
      each.reason ?? '',
    ]),
  );
  if (rows.length === 0) return 'No channel is configured: `gatehouse onboard`.';
  return table(['CHANNEL', 'ACCOUNT', 'STATE', 'DIRECT', 'GROUPS', 'REASON'], rows);
}
