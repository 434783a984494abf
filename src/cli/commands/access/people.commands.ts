import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import type { Cli, ClientOptions } from '../../cli.js';
import { CliFailure, EXIT } from '../../failure.js';
import type { AdminClient } from '../../gateway/admin-client.js';
import type { Erasing } from '../../gateway/answers.js';
import { type Table, tableFor } from '../../output/table.js';
import { printable } from '../../output/text.js';

const LOOK_MS = 1_000;

/** `gatehouse people …` */
export function addPeople(program: Command, cli: Cli): void {
  const people = program.command('people').description('Export or erase all stored data about a person.');
  for (const add of [addPeopleExport, addPeopleErase]) add(people, cli);
}

interface Options extends ClientOptions {
  readonly account?: string;
  readonly user?: string;
}

const withPerson = (command: Command, cli: Cli): Command =>
  cli
    .withClientOptions(command)
    .argument('[channel]', 'for example imbridge')
    .argument('[sender]', "the sender's ID or address on that channel")
    .option('--account <account>', 'only on this account (default: all accounts of the channel)')
    .option('--user <id>', 'a user, with all linked senders');

/** `gatehouse people export <channel> <sender>`, `gatehouse people export --user <id>` */
function addPeopleExport(parent: Command, cli: Cli): void {
  withPerson(parent.command('export'), cli)
    .description('Export all stored data about a person to one archive.')
    .requiredOption('--out <file>', 'the new ZIP file')
    .action(
      async (
        channel: string | undefined,
        sender: string | undefined,
        { out, account, user, ...options }: Options & { out: string },
      ) => {
        const body = named(channel, sender, { account, user });
        await download(cli.admin(options), body, out);
        cli.print(options, { file: out }, () => `Wrote ${out} (readable only by you).`);
      },
    );
}

interface EraseOptions extends Options {
  readonly yes?: string | true;
  readonly dryRun?: true;
}

/** `gatehouse people erase <channel> <sender>`, `gatehouse people erase --user <id>` */
function addPeopleErase(parent: Command, cli: Cli): void {
  withPerson(parent.command('erase'), cli)
    .description('Delete all stored data about a person. If they write again, they count as new.')
    .option('--dry-run', 'only count the data')
    .option('--yes [digest]', 'do not ask for confirmation; takes the digest from --dry-run')
    .action(
      async (
        channel: string | undefined,
        sender: string | undefined,
        { account, user, yes, dryRun, ...options }: EraseOptions,
      ) => {
        const admin = cli.admin(options);
        const body = named(channel, sender, { account, user });
        if (yes === true && dryRun !== true)
          throw new CliFailure('--yes needs the digest from --dry-run: review that first', EXIT.usage);
        const found = await admin.post<Erasing>('/people/erase', { ...body, dry_run: true });
        if (dryRun) {
          cli.print(options, found, (table) => render(table, found));
          return;
        }
        if (yes === undefined && options.json !== true)
          cli.world.stdout.write(`${render(tableFor(cli.world.stdout.columns), found)}\n`);
        await cli.confirmName('Erase this person? This cannot be undone. Type their id again:', {
          names: namesOf(found, user),
          isSure: yes !== undefined,
          json: options.json,
        });
        const digest = typeof yes === 'string' ? yes : found.digest;
        const erased = await ended(admin, await admin.post<Erasing>('/people/erase', { ...body, digest }));
        cli.print(options, erased, () =>
          [
            `Erased: ${totalOf(erased)} records. Name in the audit log: ${erased.pseudonym}.`,
            ...settingLines(erased),
          ].join('\n'),
        );
      },
    );
}

/** What stands for the person: their ids as the dry run shows them, or that of the user. */
const namesOf = ({ senders }: Erasing, user: string | undefined): readonly string[] =>
  user === undefined ? senders.map(({ sender_id }) => sender_id) : [user];

function named(channel: string | undefined, sender: string | undefined, { account, user }: Options): object {
  if (user === undefined && (channel === undefined || sender === undefined))
    throw new CliFailure('specify a person: CHANNEL SENDER, or --user ID', EXIT.usage);
  return { channel, sender_id: sender, account, user_id: user };
}

/** A file that is not complete is deleted. */
async function download(admin: AdminClient, body: object, out: string): Promise<void> {
  const bytes = admin.stream('/people/export', { more: {}, signal: new AbortController().signal, body });
  const first = await bytes.next();
  const whole = async function* () {
    if (first.done !== true) yield first.value;
    yield* bytes;
  };
  try {
    await pipeline(Readable.from(whole()), createWriteStream(out, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new CliFailure(`${out} already exists: choose a new file`);
    await rm(out, { force: true });
    throw error instanceof CliFailure ? error : new CliFailure(`${out} could not be written: ${message}`);
  }
}

/** The gateway answers after a while even when it has not ended. */
async function ended(admin: AdminClient, erasing: Erasing): Promise<Erasing> {
  for (let now = erasing; ;) {
    if (now.finished_at !== null || now.id === null) return now;
    await delay(LOOK_MS);
    const { finished_at } = await admin.get<Pick<Erasing, 'finished_at'>>(`/people/erasures/${now.id}`);
    now = { ...now, finished_at };
  }
}

const totalOf = ({ counts }: Erasing): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

const settingLines = ({ settings }: Erasing): string[] =>
  settings.map((path) => `Still named in the configuration, which is not changed: ${printable(path)}`);

function render(table: Table, erasing: Erasing): string {
  const { senders, linked_users: linked, counts } = erasing;
  const who = senders.map(
    ({ channel, account, sender_id }) =>
      `${channel} ${printable(sender_id)}${account === null ? '' : ` (${account})`}`,
  );
  const rows = Object.entries(counts).map(([kind, count]) => [kind, String(count)]);
  const links = linked.map(({ user_id, other_senders }) => {
    const others = other_senders
      .map(({ channel, sender_id }) => `${channel} ${printable(sender_id)}`)
      .join(', ');
    return `Linked to the user ${user_id}${others === '' ? '' : `, who is also ${others}`}: pass --user ${user_id} to include all.`;
  });
  const found = rows.length === 0 ? 'Nothing is stored.' : table(['RECORDS', 'COUNT'], rows);
  return [
    `Person: ${who.join(', ') || 'a user without senders'}`,
    found,
    ...links,
    ...settingLines(erasing),
    `Digest: ${erasing.digest} (for --yes)`,
  ].join('\n');
}
