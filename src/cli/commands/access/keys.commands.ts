import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { ApiKey, CreatedApiKey } from '../../gateway/answers.js';
import type { Cli } from '../../cli.js';
import { tableOf } from '../../output/table.js';
import { fromNowOrNever } from '../../output/text.js';
import { userPath } from '../../gateway/admin-client.js';
import { apiCommand, EXPIRES, USER } from '../api-command.js';

/** `gatehouse keys …` */
export function addKeys(program: Command, cli: Cli): void {
  const keys = program.command('keys').description('Manage the API keys of users.');
  for (const add of [addList, addCreate, addRevoke]) add(keys, cli);
}

interface OfUser {
  readonly user: string;
}

const addList = apiCommand({
  name: 'list',
  description: "List a user's API keys with usage and limits.",
  args: [USER],
  call: async (admin, { user }: OfUser) => admin.list<ApiKey>(`${await userPath(admin, user)}/keys`),
  text: tableOf<ApiKey>('No keys.', {
    ID: 'id',
    KEY: ({ prefix }) => `${prefix}…`,
    NAME: 'name',
    SCOPES: ({ scopes }) => scopes.join(' '),
    MINUTE: ({ usage }) => usedOf(usage.minute),
    HOUR: ({ usage }) => usedOf(usage.hour),
    DAY: ({ usage }) => usedOf(usage.day),
    EXPIRES: ({ expires_at }) => fromNowOrNever(expires_at),
    'LAST USED': ({ last_used_at }) => fromNowOrNever(last_used_at),
    'MADE WITH': 'made_with',
  }),
});

const usedOf = ({ used, limit }: ApiKey['usage']['day']): string => `${used}/${limit}`;

interface New extends OfUser {
  readonly name?: string;
  readonly scope?: readonly string[];
  readonly expires?: string;
  readonly perMinute?: number;
  readonly perHour?: number;
  readonly perDay?: number;
}

const addCreate = apiCommand({
  name: 'create',
  description: 'Create an API key for a user. It is shown only once.',
  args: [USER],
  options: [
    new Option('--name <name>', 'a label'),
    new Option('--scope <scope...>', 'users:read, data:process (default: both)'),
    EXPIRES,
    new Option('--per-minute <number>', "requests per minute (default: the gateway's)").argParser(count),
    new Option('--per-hour <number>', 'requests per hour').argParser(count),
    new Option('--per-day <number>', 'requests per day').argParser(count),
  ],
  call: async (admin, { user, name, scope, expires, perMinute, perHour, perDay }: New) => {
    const limits = { per_minute: perMinute, per_hour: perHour, per_day: perDay };
    const body = { name, scopes: scope, expires_at: expires, limits };
    return admin.post<CreatedApiKey>(`${await userPath(admin, user)}/keys`, body);
  },
  note: 'Save this key now: it is not stored and will not be shown again.',
  text: ({ key }) => key,
});

function count(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a positive number.');
}

const addRevoke = apiCommand({
  name: 'revoke',
  description: 'Revoke an API key immediately, together with all keys created with it.',
  args: [USER, new Argument('<key>', 'id of the key, from `keys list`')],
  call: async (admin, { user, key }: OfUser & { readonly key: string }) => {
    await admin.delete(`${await userPath(admin, user)}/keys/${encodeURIComponent(key)}`);
    return { id: key, revoked: true };
  },
  text: ({ id }) => `Revoked ${id}. It no longer works.`,
});
