import { Argument, type Command, Option } from 'commander';
import type { User } from '../../gateway/answers.js';
import type { Cli, ClientOptions } from '../../cli.js';
import { type Columns, rowsIn, type Table, tableOf } from '../../output/table.js';
import { fromNow, printable } from '../../output/text.js';
import { userPath } from '../../gateway/admin-client.js';
import { CliFailure, EXIT } from '../../failure.js';
import { ACCOUNT, apiCommand, CHANNEL, SENDER, USER } from '../api-command.js';

/** `gatehouse users …` */
export function addUsers(program: Command, cli: Cli): void {
  const users = program.command('users').description('Manage users of the Data API.');
  for (const add of [
    addUsersList,
    addUsersShow,
    addUsersCreate,
    addUsersUpdate,
    addUsersDelete,
    addUsersLink,
    addUsersUnlink,
  ])
    add(users, cli);
}

const addUsersList = apiCommand({
  name: 'list',
  description: 'List users.',
  call: (admin) => admin.list<User>('/users'),
  text: tableOf<User>('No users.', {
    ID: 'id',
    NAME: 'display_name',
    EMAIL: 'email',
    STATUS: 'status',
    SENDERS: ({ identities }) => String(identities.length),
    MADE: ({ created_at }) => fromNow(created_at),
  }),
});

interface OfUser {
  readonly user: string;
}

const addUsersShow = apiCommand({
  name: 'show',
  description: 'Show a user with the linked senders.',
  args: [USER],
  call: async (admin, { user }: OfUser) => admin.get<User>(await userPath(admin, user)),
  text: (user, { table }) => renderOne(table, user),
});

function renderOne(table: Table, user: User): string {
  const { id, display_name, email, status, created_at, identities } = user;
  const head = `${printable(display_name)} <${printable(email)}>, ${status}\n${id}, created ${fromNow(created_at)}`;
  if (identities.length === 0) return `${head}\nNo linked senders.`;
  return `${head}\n\n${rowsIn(table, IDENTITY, identities)}`;
}

const IDENTITY: Columns<User['identities'][number]> = {
  IDENTITY: 'id',
  CHANNEL: 'channel',
  ACCOUNT: 'account',
  SENDER: 'sender_id',
  NAME: 'display_name',
  LINKED: ({ linked_at }) => fromNow(linked_at),
};

const addUsersCreate = apiCommand({
  name: 'create',
  description: 'Create a user; `keys create` then creates an API key.',
  args: [new Argument('<email>', 'must be unique; case is ignored')],
  options: [new Option('--name <name>', "the user's name (default: the part of the address before the @)")],
  call: (admin, { email, name }: { readonly email: string; readonly name?: string }) =>
    admin.post<User>('/users', { email, display_name: name }),
  text: ({ id, display_name }) => `Created ${id}: ${printable(display_name)}.`,
});

interface UpdateOptions extends ClientOptions {
  readonly name?: string;
  readonly email?: string;
  readonly status?: string;
}

/** `gatehouse users update <user>` */
function addUsersUpdate(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('update'))
    .description('Change a user. Disabling a user takes effect on their keys immediately.')
    .addArgument(USER)
    .option('--name <name>', "the user's name")
    .option('--email <email>', 'must be unique; case is ignored')
    .addOption(
      new Option('--status <status>', 'keys of a disabled user are rejected').choices(['active', 'disabled']),
    )
    .action(async (named: string, { name, email, status, ...options }: UpdateOptions) => {
      const change = { display_name: name, email, status };
      if (Object.values(change).every((value) => value === undefined))
        throw new CliFailure('nothing to change: pass --name, --email or --status', EXIT.usage);
      const admin = cli.admin(options);
      const user = await admin.patch<User>(await userPath(admin, named), change);
      cli.print(options, user, () => `Changed ${user.id}: ${printable(user.display_name)}, ${user.status}.`);
    });
}

interface DeleteOptions extends ClientOptions {
  readonly yes?: boolean;
}

/** `gatehouse users delete <user>` */
function addUsersDelete(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('delete'))
    .description('Delete a user, their keys and their links to senders.')
    .addArgument(USER)
    .option('--yes', 'do not ask for confirmation')
    .action(async (named: string, { yes = false, ...options }: DeleteOptions) => {
      const admin = cli.admin(options);
      const user = await admin.get<User>(await userPath(admin, named));
      const who = `${printable(user.display_name)} <${printable(user.email)}>`;
      await cli.confirm(`Delete ${who} with all API keys?`, { isSure: yes, json: options.json });
      await admin.delete(`/users/${encodeURIComponent(user.id)}`);
      cli.print(
        options,
        { id: user.id, deleted: true },
        () => `Deleted ${user.id}. Its keys no longer work.`,
      );
    });
}

interface Linked extends OfUser {
  readonly channel: string;
  readonly sender: string;
  readonly account?: string;
}

const addUsersLink = apiCommand({
  name: 'link',
  description: 'Link a sender with access to this user.',
  args: [USER, CHANNEL, SENDER],
  options: [ACCOUNT],
  call: async (admin, { user, channel, sender, account }: Linked) => {
    const body = { channel, account, sender_id: sender };
    return admin.post<User>(`${await userPath(admin, user)}/identities`, body);
  },
  text: ({ display_name }, { given: { sender, channel } }) =>
    `${printable(sender)} on ${channel} is ${printable(display_name)}.`,
});

const addUsersUnlink = apiCommand({
  name: 'unlink',
  description: 'Unlink a sender from this user; the sender keeps access.',
  args: [USER, new Argument('<identity>', 'id of the link, from `users show`')],
  call: async (admin, { user, identity }: OfUser & { readonly identity: string }) => {
    await admin.delete(`${await userPath(admin, user)}/identities/${encodeURIComponent(identity)}`);
    return { id: identity, deleted: true };
  },
  text: ({ id }) => `Unlinked ${id}.`,
});
