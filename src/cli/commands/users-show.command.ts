import type { Command } from 'commander';
import type { User } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { fromNow, printable, table } from '../text.js';
import { userPath } from '../user-path.js';

/** `gatehouse users show <user>` */
export function addUsersShow(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('show'))
    .description('One user, with the senders it is.')
    .argument('<user>', 'id or email')
    .action(async (named: string, options: ClientOptions) => {
      const admin = cli.admin(options);
      const user = await admin.get<User>(await userPath(admin, named));
      cli.print(options, user, () => render(user));
    });
}

function render(user: User): string {
  const { id, display_name, email, status, created_at, identities } = user;
  const head = `${printable(display_name)} <${printable(email)}>, ${status}\n${id}, made ${fromNow(created_at)}`;
  if (identities.length === 0) return `${head}\nLinked to no sender.`;
  const header = ['IDENTITY', 'CHANNEL', 'ACCOUNT', 'SENDER', 'NAME', 'LINKED'];
  const rows = identities.map((each) => [
    ...[each.id, each.channel, each.account, each.sender_id, each.display_name ?? ''],
    fromNow(each.linked_at),
  ]);
  return `${head}\n\n${table(header, rows)}`;
}
