import { Argument, type Command } from 'commander';
import type { AdminToken } from '../../gateway/answers.js';
import type { Cli, ClientOptions } from '../../cli.js';
import type { Table } from '../../output/table.js';
import { fromNow } from '../../output/text.js';

/** `gatehouse tokens …` */
export function addTokens(program: Command, cli: Cli): void {
  const tokens = program
    .command('tokens')
    .description('Manage admin tokens of owners, operators and viewers.');
  for (const add of [addTokensList, addTokensCreate, addTokensRevoke]) add(tokens, cli);
}

/** `gatehouse tokens list` */
function addTokensList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List admin tokens, except the first owner token.')
    .action(async (options: ClientOptions) => {
      const list = await cli.admin(options).list<AdminToken>('/tokens');
      cli.print(options, list, (table) => render(table, list.items));
    });
}

function render(table: Table, tokens: readonly AdminToken[]): string {
  if (tokens.length === 0) return 'There are no tokens except the first owner token.';
  const header = ['ID', 'ROLE', 'TOKEN', 'NAME', 'EXPIRES', 'LAST USED', 'MADE BY'];
  const rows = tokens.map((each) => [
    ...[each.id, each.role, `${each.prefix}…`, each.name],
    each.expires_at === null ? 'never' : fromNow(each.expires_at),
    each.last_used_at === null ? 'never' : fromNow(each.last_used_at),
    each.created_by,
  ]);
  return table(header, rows);
}

const ROLES = ['viewer', 'operator', 'owner'];

interface Options extends ClientOptions {
  readonly name?: string;
  readonly expires?: string;
}

/** `gatehouse tokens create <role>` */
function addTokensCreate(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('create'))
    .description('Create an admin token. It is shown only once.')
    .addArgument(new Argument('<role>', 'what the token may do').choices(ROLES))
    .option('--name <name>', 'a label')
    .option('--expires <time>', 'ISO 8601 with zone, for instance 2026-12-31T23:59:59Z (default: never)')
    .action(async (role: string, { name, expires, ...options }: Options) => {
      const body = { role, name, expires_at: expires };
      const made = await cli.admin(options).post<AdminToken & { token: string }>('/tokens', body);
      cli.world.stderr.write('Keep this token now: it is stored nowhere and not shown again.\n');
      cli.print(options, made, () => made.token);
    });
}

/** `gatehouse tokens revoke <id>` */
function addTokensRevoke(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('revoke'))
    .description('Revoke an admin token at once, and those made with it.')
    .argument('<id>', 'as `tokens list` shows it')
    .action(async (id: string, options: ClientOptions) => {
      await cli.admin(options).delete(`/tokens/${encodeURIComponent(id)}`);
      cli.print(options, { id, revoked: true }, () => `Revoked ${id}: it is refused from now on.`);
    });
}
