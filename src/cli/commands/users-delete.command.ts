import type { Command } from 'commander';
import type { Cli, ClientOptions } from '../cli.js';
import { userId } from '../user-path.js';

/** `gatehouse users delete <user>` */
export function addUsersDelete(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('delete'))
    .description('Delete a user, and with it its keys and its links to senders.')
    .argument('<user>', 'id or email')
    .action(async (named: string, options: ClientOptions) => {
      const admin = cli.admin(options);
      const id = await userId(admin, named);
      await admin.delete(`/users/${encodeURIComponent(id)}`);
      cli.print(options, { id, deleted: true }, () => `Deleted ${id}. Its keys are refused from now on.`);
    });
}
