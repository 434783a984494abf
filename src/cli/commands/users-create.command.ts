import type { Command } from 'commander';
import type { User } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { printable } from '../text.js';

interface Options extends ClientOptions {
  readonly name?: string;
}

/** `gatehouse users create <email>` */
export function addUsersCreate(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('create'))
    .description('Make a user; `keys create` then makes an API key.')
    .argument('<email>', 'unique, whatever its case')
    .option('--name <name>', 'what to call the user (default: what stands before the @)')
    .action(async (email: string, { name, ...options }: Options) => {
      const user = await cli.admin(options).post<User>('/users', { email, display_name: name });
      cli.print(options, user, () => `Made ${user.id}: ${printable(user.display_name)}.`);
    });
}
