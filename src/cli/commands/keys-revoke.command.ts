import type { Command } from 'commander';
import type { Cli, ClientOptions } from '../cli.js';
import { userPath } from '../user-path.js';

/** `gatehouse keys revoke <user> <key>` */
export function addKeysRevoke(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('revoke'))
    .description('Revoke an API key at once, and those made with it.')
    .argument('<user>', 'id or email')
    .argument('<key>', 'id of the key, as `keys list` shows it')
    .action(async (named: string, key: string, options: ClientOptions) => {
      const admin = cli.admin(options);
      await admin.delete(`${await userPath(admin, named)}/keys/${encodeURIComponent(key)}`);
      cli.print(options, { id: key, revoked: true }, () => `Revoked ${key}: it is refused from now on.`);
    });
}
