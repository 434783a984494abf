import type { Command } from 'commander';
import type { User } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { printable } from '../text.js';
import { userPath } from '../user-path.js';

interface Options extends ClientOptions {
  readonly account?: string;
}

/** `gatehouse users link <user> <channel> <sender>` */
export function addUsersLink(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('link'))
    .description('Say that a sender who has been let in is this user.')
    .argument('<user>', 'id or email')
    .argument('<channel>', 'for instance imbridge')
    .argument('<sender>', 'as people write it on that channel')
    .option('--account <account>', 'our account on the channel (default: the only one)')
    .action(async (named: string, channel: string, sender: string, { account, ...options }: Options) => {
      const admin = cli.admin(options);
      const body = { channel, account, sender_id: sender };
      const user = await admin.post<User>(`${await userPath(admin, named)}/identities`, body);
      cli.print(
        options,
        user,
        () => `${printable(sender)} on ${channel} is ${printable(user.display_name)}.`,
      );
    });
}

/** `gatehouse users unlink <user> <identity>` */
export function addUsersUnlink(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('unlink'))
    .description('Take such a link back; the sender stays let in.')
    .argument('<user>', 'id or email')
    .argument('<identity>', 'as `users show` names it')
    .action(async (named: string, identity: string, options: ClientOptions) => {
      const admin = cli.admin(options);
      await admin.delete(`${await userPath(admin, named)}/identities/${encodeURIComponent(identity)}`);
      cli.print(options, { id: identity, deleted: true }, () => `Unlinked ${identity}.`);
    });
}
