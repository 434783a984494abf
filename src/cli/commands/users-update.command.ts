import { type Command, Option } from 'commander';
import type { User } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { CliFailure, EXIT } from '../failure.js';
import { printable } from '../text.js';
import { userPath } from '../user-path.js';

interface Options extends ClientOptions {
  readonly name?: string;
  readonly email?: string;
  readonly status?: string;
}

/** `gatehouse users update <user>` */
export function addUsersUpdate(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('update'))
    .description('Change a user. The keys of a disabled one are refused at once.')
    .argument('<user>', 'id or email')
    .option('--name <name>', 'what to call the user')
    .option('--email <email>', 'unique, whatever its case')
    .addOption(new Option('--status <status>', 'whether the keys are good').choices(['active', 'disabled']))
    .action(async (named: string, { name, email, status, ...options }: Options) => {
      const change = { display_name: name, email, status };
      if (Object.values(change).every((value) => value === undefined))
        throw new CliFailure('nothing to change: give --name, --email or --status', EXIT.usage);
      const admin = cli.admin(options);
      const user = await admin.patch<User>(await userPath(admin, named), change);
      cli.print(options, user, () => `Changed ${user.id}: ${printable(user.display_name)}, ${user.status}.`);
    });
}
