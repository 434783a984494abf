import type { Command } from 'commander';
import type { Grant } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { fromNow, table } from '../text.js';

/** `gatehouse grants list [channel]` */
export function addGrantsList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List who was let in one by one; whom `allowFrom` names stands in the configuration.')
    .argument('[channel]', 'only of this channel')
    .action(async (channel: string | undefined, options: ClientOptions) => {
      const list = await cli.admin(options).list<Grant>('/grants', { channel });
      cli.print(options, list, () => render(list.items));
    });
}

function render(grants: readonly Grant[]): string {
  if (grants.length === 0) return 'No grants.';
  const header = ['ID', 'CHANNEL', 'ACCOUNT', 'SENDER', 'NAME', 'BY', 'MADE'];
  const rows = grants.map((each) => [
    ...[each.id, each.channel, each.account, each.sender_id, each.sender_name ?? ''],
    `${each.source}, ${each.created_by}`,
    fromNow(each.created_at),
  ]);
  return table(header, rows);
}
