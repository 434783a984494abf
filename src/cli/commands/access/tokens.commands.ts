import { Argument, type Command, Option } from 'commander';
import type { AdminToken } from '../../gateway/answers.js';
import type { Cli } from '../../cli.js';
import { tableOf } from '../../output/table.js';
import { fromNowOrNever } from '../../output/text.js';
import { apiCommand, EXPIRES, type Identified } from '../api-command.js';

/** `gatehouse tokens …` */
export function addTokens(program: Command, cli: Cli): void {
  const tokens = program
    .command('tokens')
    .description('Manage admin tokens of owners, operators and viewers.');
  for (const add of [addList, addCreate, addRevoke]) add(tokens, cli);
}

const addList = apiCommand({
  name: 'list',
  description: 'List admin tokens except the first owner token.',
  call: (admin) => admin.list<AdminToken>('/tokens'),
  text: tableOf<AdminToken>('There are no tokens except the first owner token.', {
    ID: 'id',
    ROLE: 'role',
    TOKEN: ({ prefix }) => `${prefix}…`,
    NAME: 'name',
    EXPIRES: ({ expires_at }) => fromNowOrNever(expires_at),
    'LAST USED': ({ last_used_at }) => fromNowOrNever(last_used_at),
    'MADE BY': 'created_by',
  }),
});

interface New {
  readonly role: string;
  readonly name?: string;
  readonly expires?: string;
}

const addCreate = apiCommand({
  name: 'create',
  description: 'Create an admin token. It is shown only once.',
  args: [new Argument('<role>', 'the role of the token').choices(['viewer', 'operator', 'owner'])],
  options: [new Option('--name <name>', 'a label'), EXPIRES],
  call: (admin, { role, name, expires }: New) =>
    admin.post<AdminToken & { readonly token: string }>('/tokens', { role, name, expires_at: expires }),
  note: 'Save this token now: it is not stored and will not be shown again.',
  text: ({ token }) => token,
});

const addRevoke = apiCommand({
  name: 'revoke',
  description: 'Revoke an admin token immediately, together with all tokens created with it.',
  args: [new Argument('<id>', 'id from `tokens list`')],
  call: async (admin, { id }: Identified) => {
    await admin.delete(`/tokens/${encodeURIComponent(id)}`);
    return { id, revoked: true };
  },
  text: ({ id }) => `Revoked ${id}. It no longer works.`,
});
