import type { Command } from 'commander';
import type { User } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { printable } from '../text.js';
import { userPath } from '../user-path.js';

interface Options extends ClientOptions {
  readonly yes?: boolean;
}

/** `gatehouse users delete <user>` */
export function addUsersDelete(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('delete'))
    .description('Delete a user, and with it its keys and its links to senders.')
    .argument('<user>', 'id or email')
    .option('--yes', 'do not ask first')
    .action(async (named: string, { yes = false, ...options }: Options) => {
      const admin = cli.admin(options);
      const user = await admin.get<User>(await userPath(admin, named));
      const who = `${printable(user.display_name)} <${printable(user.email)}>`;
      await cli.confirm(`Delete ${who} with all API keys?`, { isSure: yes, json: options.json });
      await admin.delete(`/users/${encodeURIComponent(user.id)}`);
      cli.print(
        options,
        { id: user.id, deleted: true },
        () => `Deleted ${user.id}. Its keys are refused from now on.`,
      );
    });
}
