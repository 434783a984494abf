import type { Command } from 'commander';
import type { Cli, ClientOptions } from '../../cli.js';
import type { Pairing } from '../../gateway/answers.js';
import type { Table } from '../../output/table.js';
import { fromNow, printable } from '../../output/text.js';
import { type AdminClient, userId } from '../../gateway/admin-client.js';
import { refuseUnknown } from '../../gateway/known-channels.js';
import { CliFailure } from '../../failure.js';

/** `gatehouse pairing …` */
export function addPairing(program: Command, cli: Cli): void {
  const pairing = program.command('pairing').description('Manage pairing requests.');
  for (const add of [addPairingList, addPairingApprove, addPairingDeny]) add(pairing, cli);
}

interface ListOptions extends ClientOptions {
  readonly all?: boolean;
}

/** `gatehouse pairing list [channel]` */
function addPairingList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List pending pairing codes.')
    .argument('[channel]', 'only this channel')
    .option('--all', 'include those that were decided or have expired')
    .action(async (channel: string | undefined, options: ListOptions) => {
      const query = { channel, status: options.all ? undefined : 'pending' };
      const admin = cli.admin(options);
      const list = await admin.list<Pairing>('/pairings', query);
      if (list.items.length === 0) await refuseUnknown(admin, channel);
      cli.print(options, list, (table) => render(table, list.items));
    });
}

function render(table: Table, pairings: readonly Pairing[]): string {
  if (pairings.length === 0) return 'No pairing requests.';
  const header = ['CODE', 'CHANNEL', 'ACCOUNT', 'SENDER', 'NAME', 'STATUS', 'EXPIRES'];
  const rows = pairings.map((each) => [
    each.code,
    each.channel,
    each.account,
    each.sender_id,
    each.sender_name ?? '',
    each.status,
    each.status === 'pending' ? fromNow(each.expires_at) : '',
  ]);
  return table(header, rows);
}

interface ApproveOptions extends ClientOptions {
  readonly user?: string;
}

/** `gatehouse pairing approve <channel> <code>` */
function addPairingApprove(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('approve'))
    .description('Approve a pairing code: its sender is let in.')
    .argument('<channel>', 'for instance imbridge')
    .argument('<code>', 'as the sender received it')
    .option('--user <id|email>', 'the user to link the sender to')
    .action(async (channel: string, code: string, { user, ...options }: ApproveOptions) => {
      const admin = cli.admin(options);
      const link = user === undefined ? {} : { user_id: await userId(admin, user) };
      const body = { channel, code, ...link };
      const pairing = await admin.post<Pairing>('/pairings/approve', body).catch(async (error: unknown) => {
        await refuseUnknown(admin, channel);
        throw error;
      });
      cli.print(
        options,
        pairing,
        () => `Approved: ${printable(pairing.sender_id)} is let in on ${pairing.channel}.`,
      );
    });
}

/** `gatehouse pairing deny <channel> <code>` */
function addPairingDeny(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('deny'))
    .description('Deny a pairing code: its sender stays ignored.')
    .argument('<channel>', 'for instance imbridge')
    .argument('<code>', 'as the sender received it')
    .action(async (channel: string, code: string, options: ClientOptions) => {
      const admin = cli.admin(options);
      const { id } = await pendingBy(admin, channel, code);
      const pairing = await admin.post<Pairing>(`/pairings/${encodeURIComponent(id)}/deny`);
      cli.print(
        options,
        pairing,
        () => `Denied: ${printable(pairing.sender_id)} stays out of ${pairing.channel}.`,
      );
    });
}

/** Ignores case, spaces and hyphens, as approving does. */
async function pendingBy(admin: AdminClient, channel: string, code: string): Promise<Pairing> {
  const wanted = code.replace(/[\s-]/g, '').toUpperCase();
  const { items } = await admin.list<Pairing>('/pairings', { channel, status: 'pending' });
  const pairing = items.find((each) => each.code === wanted);
  if (pairing) return pairing;
  await refuseUnknown(admin, channel);
  throw new CliFailure('No such pairing request. (code is unknown, used or expired)');
}
