import { type Command, InvalidArgumentError } from 'commander';
import type { ApiKey, CreatedApiKey } from '../../gateway/answers.js';
import type { Cli, ClientOptions } from '../../cli.js';
import type { Table } from '../../output/table.js';
import { fromNow } from '../../output/text.js';
import { userPath } from '../../gateway/admin-client.js';

/** `gatehouse keys …` */
export function addKeys(program: Command, cli: Cli): void {
  const keys = program.command('keys').description('Manage the API keys of users.');
  for (const add of [addKeysList, addKeysCreate, addKeysRevoke]) add(keys, cli);
}

/** `gatehouse keys list <user>` */
function addKeysList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description("List a user's API keys, with what each has used of its limits.")
    .argument('<user>', 'id or email')
    .action(async (named: string, options: ClientOptions) => {
      const admin = cli.admin(options);
      const list = await admin.list<ApiKey>(`${await userPath(admin, named)}/keys`);
      cli.print(options, list, (table) => render(table, list.items));
    });
}

function render(table: Table, keys: readonly ApiKey[]): string {
  if (keys.length === 0) return 'No keys.';
  const header = [
    'ID',
    'KEY',
    'NAME',
    'SCOPES',
    'MINUTE',
    'HOUR',
    'DAY',
    'EXPIRES',
    'LAST USED',
    'MADE WITH',
  ];
  const rows = keys.map((each) => [
    ...[each.id, `${each.prefix}…`, each.name, each.scopes.join(' ')],
    ...[each.usage.minute, each.usage.hour, each.usage.day].map(({ used, limit }) => `${used}/${limit}`),
    each.expires_at === null ? 'never' : fromNow(each.expires_at),
    each.last_used_at === null ? 'never' : fromNow(each.last_used_at),
    each.made_with ?? '',
  ]);
  return table(header, rows);
}

interface Options extends ClientOptions {
  readonly name?: string;
  readonly scope?: readonly string[];
  readonly expires?: string;
  readonly perMinute?: number;
  readonly perHour?: number;
  readonly perDay?: number;
}

/** `gatehouse keys create <user>` */
function addKeysCreate(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('create'))
    .description('Create an API key for a user. It is shown only once.')
    .argument('<user>', 'id or email')
    .option('--name <name>', 'a label')
    .option('--scope <scope...>', 'users:read, data:process (default: both)')
    .option('--expires <time>', 'ISO 8601 with zone, for instance 2026-12-31T23:59:59Z (default: never)')
    .option('--per-minute <number>', "requests a minute (default: the gateway's)", count)
    .option('--per-hour <number>', 'requests an hour', count)
    .option('--per-day <number>', 'requests a day', count)
    .action(async (named: string, { name, scope, expires, ...rest }: Options) => {
      const { perMinute, perHour, perDay, ...options } = rest;
      const limits = { per_minute: perMinute, per_hour: perHour, per_day: perDay };
      const admin = cli.admin(options);
      const body = { name, scopes: scope, expires_at: expires, limits };
      const made = await admin.post<CreatedApiKey>(`${await userPath(admin, named)}/keys`, body);
      cli.world.stderr.write('Keep this key now: it is stored nowhere and not shown again.\n');
      cli.print(options, made, () => made.key);
    });
}

function count(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a positive number.');
}

/** `gatehouse keys revoke <user> <key>` */
function addKeysRevoke(parent: Command, cli: Cli): void {
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
