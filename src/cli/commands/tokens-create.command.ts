import { Argument, type Command } from 'commander';
import type { AdminToken } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';

const ROLES = ['viewer', 'operator', 'owner'];

interface Options extends ClientOptions {
  readonly name?: string;
  readonly expires?: string;
}

/** `gatehouse tokens create <role>` */
export function addTokensCreate(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('create'))
    .description('Make an admin token. It is shown this once.')
    .addArgument(new Argument('<role>', 'the most it may be used for').choices(ROLES))
    .option('--name <name>', 'to know it by')
    .option('--expires <time>', 'ISO 8601 with zone, for instance 2026-12-31T23:59:59Z (default: never)')
    .action(async (role: string, { name, expires, ...options }: Options) => {
      const body = { role, name, expires_at: expires };
      const made = await cli.admin(options).post<AdminToken & { token: string }>('/tokens', body);
      cli.world.stderr.write('Keep this token now: it is stored nowhere and not shown again.\n');
      cli.print(options, made, () => made.token);
    });
}
