import type { Command } from 'commander';
import type { Cli, ClientOptions } from '../cli.js';

/** `gatehouse tokens revoke <id>` */
export function addTokensRevoke(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('revoke'))
    .description('Revoke an admin token at once, and those made with it.')
    .argument('<id>', 'as `tokens list` shows it')
    .action(async (id: string, options: ClientOptions) => {
      await cli.admin(options).delete(`/tokens/${encodeURIComponent(id)}`);
      cli.print(options, { id, revoked: true }, () => `Revoked ${id}: it is refused from now on.`);
    });
}
