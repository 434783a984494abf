import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Cli, ClientOptions } from '../../../cli.js';
import { CliFailure } from '../../../failure.js';
import type { EndedMcpLogin, McpLoginAttempt, StartedMcpLogin } from '../../../gateway/answers.js';
import { printable } from '../../../output/text.js';

const LOOK_MS = 1_000;

/** `gatehouse mcp login <server>` and `gatehouse mcp logout <server>` */
export function addMcpLogin(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('login'))
    .description('Log in to a server in a browser; the gateway stores the tokens.')
    .argument('<server>', 'its name in `mcp.servers`')
    .option('--no-wait', 'print the address without waiting for the login')
    .action(async (server: string, { wait = true, ...options }: LoginOptions) => {
      const started = await cli.admin(options).post<StartedMcpLogin>(pathOf(server));
      if (!wait) {
        cli.print(options, started, () => started.authorization_url);
        return;
      }
      // Also with --json: without the address no one could continue.
      cli.world.stderr.write(openText(started));
      await ended(cli, options, { server, id: started.id });
      cli.print(options, { server, status: 'done' }, () => `Signed in to ${printable(server)}.`);
    });
  cli
    .withClientOptions(parent.command('logout'))
    .description('Log out of a server: the gateway deletes the tokens and has them revoked.')
    .argument('<server>', 'its name in `mcp.servers`, even if it was removed there')
    .action(async (server: string, options: ClientOptions) => {
      const outcome = await cli.admin(options).remove<EndedMcpLogin>(pathOf(server));
      cli.print(options, outcome, () => logoutText(server, outcome));
    });
}

interface LoginOptions extends ClientOptions {
  readonly wait?: boolean;
}

const pathOf = (server: string): string => `/mcp/servers/${encodeURIComponent(server)}/login`;

const openText = ({ authorization_url: address, redirect_uri: back }: StartedMcpLogin): string =>
  `Open this address in a browser that can reach the gateway at ${new URL(back).origin}:\n\n${address}\n\nWaiting for the login …\n`;

/** Resolves when the person has logged in. @throws CliFailure with the reason why not */
async function ended(
  cli: Cli,
  options: ClientOptions,
  { server, id }: { readonly server: string; readonly id: string },
): Promise<void> {
  const signal = cli.world.interruption();
  for (;;) {
    const attempt = await cli.admin(options).get<McpLoginAttempt>(pathOf(server));
    if (attempt.id !== id) throw new CliFailure('another login to this server has started since');
    if (attempt.status === 'done') return;
    if (attempt.status === 'failed')
      throw new CliFailure(`not signed in to ${printable(server)}: ${printable(attempt.problem ?? '')}`);
    if (signal.aborted) throw new CliFailure('not signed in: interrupted');
    await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}

function logoutText(server: string, { problem }: EndedMcpLogin): string {
  const done = `Signed out of ${printable(server)}.`;
  return problem === null
    ? done
    : `${done} Its authorization server could not be notified (${printable(problem)}): revoke the access there.`;
}
