import type { Command } from 'commander';
import type { ApiKey } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { fromNow, table } from '../text.js';
import { userPath } from '../user-path.js';

/** `gatehouse keys list <user>` */
export function addKeysList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description("List a user's API keys.")
    .argument('<user>', 'id or email')
    .action(async (named: string, options: ClientOptions) => {
      const admin = cli.admin(options);
      const list = await admin.list<ApiKey>(`${await userPath(admin, named)}/keys`);
      cli.print(options, list, () => render(list.items));
    });
}

function render(keys: readonly ApiKey[]): string {
  if (keys.length === 0) return 'No keys.';
  const header = ['ID', 'KEY', 'NAME', 'SCOPES', 'EXPIRES', 'LAST USED', 'MADE WITH'];
  const rows = keys.map((each) => [
    ...[each.id, `${each.prefix}…`, each.name, each.scopes.join(' ')],
    each.expires_at === null ? 'never' : fromNow(each.expires_at),
    each.last_used_at === null ? 'never' : fromNow(each.last_used_at),
    each.made_with ?? '',
  ]);
  return table(header, rows);
}
