import { type Command, Option } from 'commander';
import type { User } from '../../gateway/answers.js';
import type { Cli, ClientOptions } from '../../cli.js';
import type { Table } from '../../output/table.js';
import { fromNow, printable } from '../../output/text.js';
import { userPath } from '../../gateway/admin-client.js';
import { CliFailure, EXIT } from '../../failure.js';

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

/** `gatehouse users list` */
function addUsersList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List users.')
    .action(async (options: ClientOptions) => {
      const list = await cli.admin(options).list<User>('/users');
      cli.print(options, list, (table) => renderList(table, list.items));
    });
}

function renderList(table: Table, users: readonly User[]): string {
  if (users.length === 0) return 'No users.';
  const header = ['ID', 'NAME', 'EMAIL', 'STATUS', 'SENDERS', 'MADE'];
  const rows = users.map((each) => [
    each.id,
    each.display_name,
    each.email,
    each.status,
    String(each.identities.length),
    fromNow(each.created_at),
  ]);
  return table(header, rows);
}

/** `gatehouse users show <user>` */
function addUsersShow(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('show'))
    .description('Show a user with the linked senders.')
    .argument('<user>', 'id or email')
    .action(async (named: string, options: ClientOptions) => {
      const admin = cli.admin(options);
      const user = await admin.get<User>(await userPath(admin, named));
      cli.print(options, user, (table) => renderOne(table, user));
    });
}

function renderOne(table: Table, user: User): string {
  const { id, display_name, email, status, created_at, identities } = user;
  const head = `${printable(display_name)} <${printable(email)}>, ${status}\n${id}, made ${fromNow(created_at)}`;
  if (identities.length === 0) return `${head}\nLinked to no sender.`;
  const header = ['IDENTITY', 'CHANNEL', 'ACCOUNT', 'SENDER', 'NAME', 'LINKED'];
  const rows = identities.map((each) => [
    ...[each.id, each.channel, each.account, each.sender_id, each.display_name ?? ''],
    fromNow(each.linked_at),
  ]);
  return `${head}\n\n${table(header, rows)}`;
}

interface CreateOptions extends ClientOptions {
  readonly name?: string;
}

/** `gatehouse users create <email>` */
function addUsersCreate(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('create'))
    .description('Create a user; `keys create` then creates an API key.')
    .argument('<email>', 'unique, whatever its case')
    .option('--name <name>', "the user's name (default: the part of the address before the @)")
    .action(async (email: string, { name, ...options }: CreateOptions) => {
      const user = await cli.admin(options).post<User>('/users', { email, display_name: name });
      cli.print(options, user, () => `Made ${user.id}: ${printable(user.display_name)}.`);
    });
}

interface UpdateOptions extends ClientOptions {
  readonly name?: string;
  readonly email?: string;
  readonly status?: string;
}

/** `gatehouse users update <user>` */
function addUsersUpdate(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('update'))
    .description('Change a user. The keys of a disabled one are refused at once.')
    .argument('<user>', 'id or email')
    .option('--name <name>', "the user's name")
    .option('--email <email>', 'unique, whatever its case')
    .addOption(
      new Option('--status <status>', "a disabled user's keys are refused").choices(['active', 'disabled']),
    )
    .action(async (named: string, { name, email, status, ...options }: UpdateOptions) => {
      const change = { display_name: name, email, status };
      if (Object.values(change).every((value) => value === undefined))
        throw new CliFailure('nothing to change: give --name, --email or --status', EXIT.usage);
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
    .argument('<user>', 'id or email')
    .option('--yes', 'do not ask first')
    .action(async (named: string, { yes = false, ...options }: DeleteOptions) => {
      const admin = cli.admin(options);
      const user = await admin.get<User>(await userPath(admin, named));
      const who = `${printable(user.display_name)} <${printable(user.email)}>`;
      await cli.confirm(`Delete ${who} with all API keys?`, { isSure: yes, json: options.json });
      await admin.delete(`/users/${encodeURIComponent(user.id)}`);
      cli.print(
        options,
        { id: user.id, deleted: true },
        () => `Deleted ${user.id}. Its keys are refused from now on.`,
      );
    });
}

interface LinkOptions extends ClientOptions {
  readonly account?: string;
}

/** `gatehouse users link <user> <channel> <sender>` */
function addUsersLink(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('link'))
    .description('Link a sender who is let in to this user.')
    .argument('<user>', 'id or email')
    .argument('<channel>', 'for instance imbridge')
    .argument('<sender>', 'as people write it on that channel')
    .option('--account <account>', 'our account on the channel (default: the only one)')
    .action(async (named: string, channel: string, sender: string, { account, ...options }: LinkOptions) => {
      const admin = cli.admin(options);
      const body = { channel, account, sender_id: sender };
      const user = await admin.post<User>(`${await userPath(admin, named)}/identities`, body);
      cli.print(
        options,
        user,
        () => `${printable(sender)} on ${channel} is ${printable(user.display_name)}.`,
      );
    });
}

/** `gatehouse users unlink <user> <identity>` */
function addUsersUnlink(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('unlink'))
    .description('Remove such a link; the sender stays let in.')
    .argument('<user>', 'id or email')
    .argument('<identity>', 'id, as `users show` shows it')
    .action(async (named: string, identity: string, options: ClientOptions) => {
      const admin = cli.admin(options);
      await admin.delete(`${await userPath(admin, named)}/identities/${encodeURIComponent(identity)}`);
      cli.print(options, { id: identity, deleted: true }, () => `Unlinked ${identity}.`);
    });
}
