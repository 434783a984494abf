import type { Command } from 'commander';
import type { AdminClient } from '../../gateway/admin-client.js';
import type { SessionLink } from '../../gateway/answers.js';
import type { Cli, ClientOptions } from '../../cli.js';

/** `gatehouse console` */
export function addConsole(program: Command, cli: Cli): void {
  cli
    .withClientOptions(program.command('console'))
    .description('Print a link that signs in to the web console, once and within a minute.')
    .action(async (options: ClientOptions) => {
      const link = await consoleLink(cli.admin(options));
      if (!options.json)
        cli.world.stderr.write('Open it within a minute: it works once, and as your token.\n');
      cli.print(options, link, () => link.url);
    });
}

/** A one-time link to the console, at the address by which the gateway was reached. @param query such as `?demo` */
export async function consoleLink(
  admin: AdminClient,
  query = '',
): Promise<{ url: string; expires_at: string }> {
  const { code, expires_at } = await admin.post<SessionLink>('/session/links');
  // Behind the #, where it reaches no server and so no log of one.
  return { url: admin.addressOf(`/console/${query}#code=${code}`), expires_at };
}
