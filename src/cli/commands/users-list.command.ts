import type { Command } from 'commander';
import type { User } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { fromNow, table } from '../text.js';

/** `gatehouse users list` */
export function addUsersList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List users.')
    .action(async (options: ClientOptions) => {
      const list = await cli.admin(options).list<User>('/users');
      cli.print(options, list, () => render(list.items));
    });
}

function render(users: readonly User[]): string {
  if (users.length === 0) return 'No users.';
  const header = ['ID', 'NAME', 'EMAIL', 'STATUS', 'SENDERS', 'MADE'];
  const rows = users.map((each) => [
    each.id,
    each.display_name,
    each.email,
    each.status,
    String(each.identities.length),
    fromNow(each.created_at),
  ]);
  return table(header, rows);
}
