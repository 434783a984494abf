import { type Command, InvalidArgumentError } from 'commander';
import type { ApiKey } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { userPath } from '../user-path.js';

interface Options extends ClientOptions {
  readonly name?: string;
  readonly scope?: readonly string[];
  readonly expires?: string;
  readonly perMinute?: number;
  readonly perHour?: number;
  readonly perDay?: number;
}

/** `gatehouse keys create <user>` */
export function addKeysCreate(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('create'))
    .description('Make an API key for a user. It is shown this once.')
    .argument('<user>', 'id or email')
    .option('--name <name>', 'to know it by')
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
      const made = await admin.post<ApiKey & { key: string }>(`${await userPath(admin, named)}/keys`, body);
      cli.world.stderr.write('Keep this key now: it is stored nowhere and not shown again.\n');
      cli.print(options, made, () => made.key);
    });
}

function count(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a positive number.');
}
