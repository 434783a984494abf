import type { Command } from 'commander';
import type { AdminToken } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { fromNow, table } from '../text.js';

/** `gatehouse tokens list` */
export function addTokensList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List admin tokens; the first owner token is not among them.')
    .action(async (options: ClientOptions) => {
      const list = await cli.admin(options).list<AdminToken>('/tokens');
      cli.print(options, list, () => render(list.items));
    });
}

function render(tokens: readonly AdminToken[]): string {
  if (tokens.length === 0) return 'No tokens but the first owner token.';
  const header = ['ID', 'ROLE', 'TOKEN', 'NAME', 'EXPIRES', 'LAST USED', 'MADE BY'];
  const rows = tokens.map((each) => [
    ...[each.id, each.role, `${each.prefix}…`, each.name],
    each.expires_at === null ? 'never' : fromNow(each.expires_at),
    each.last_used_at === null ? 'never' : fromNow(each.last_used_at),
    each.created_by,
  ]);
  return table(header, rows);
}
