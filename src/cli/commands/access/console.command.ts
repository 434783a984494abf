import type { Command } from 'commander';
import type { AdminClient } from '../../gateway/admin-client.js';
import type { SessionLink } from '../../gateway/answers.js';
import type { Cli, ClientOptions } from '../../cli.js';

/** `gatehouse console` */
export function addConsole(program: Command, cli: Cli): void {
  cli
    .withClientOptions(program.command('console'))
    .description('Print a one-time link to the web console, valid for one minute.')
    .action(async (options: ClientOptions) => {
      const link = await consoleLink(cli.admin(options));
      if (!options.json)
        cli.world.stderr.write(
          "This link signs you in with your token's role. It works once and expires in one minute.\n",
        );
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
