import { Argument, type Command, Option } from 'commander';
import type { Cli } from '../../cli.js';
import type { Doctor, Pairing } from '../../gateway/answers.js';
import { tableOf } from '../../output/table.js';
import { fromNow, printable } from '../../output/text.js';
import { type AdminClient, userId } from '../../gateway/admin-client.js';
import { refuseUnknown, refusingUnknown } from '../../gateway/known-channels.js';
import { CliFailure } from '../../failure.js';
import { apiCommand, CHANNEL } from '../api-command.js';

/** `gatehouse pairing …` */
export function addPairing(program: Command, cli: Cli): void {
  const pairing = program.command('pairing').description('Manage pairing requests.');
  for (const add of [addList, addApprove, addDeny]) add(pairing, cli);
}

const addList = apiCommand({
  name: 'list',
  description: 'List pending pairing codes.',
  args: [new Argument('[channel]', 'only this channel')],
  options: [new Option('--all', 'include decided and expired ones')],
  call: async (admin, { channel, all }: { readonly channel?: string; readonly all?: boolean }) => {
    const list = await admin.list<Pairing>('/pairings', { channel, status: all ? undefined : 'pending' });
    if (list.items.length === 0) await refuseUnknown(admin, channel);
    return list;
  },
  text: tableOf<Pairing>('No pairing requests.', {
    CODE: 'code',
    CHANNEL: 'channel',
    ACCOUNT: 'account',
    SENDER: 'sender_id',
    NAME: 'sender_name',
    STATUS: 'status',
    EXPIRES: ({ status, expires_at }) => (status === 'pending' ? fromNow(expires_at) : ''),
  }),
});

const CODE = new Argument('<code>', 'as the sender received it');

interface Decided {
  readonly channel: string;
  readonly code: string;
  readonly user?: string;
}

const addApprove = apiCommand({
  name: 'approve',
  description: 'Approve a pairing code: its sender gets access.',
  args: [CHANNEL, CODE],
  options: [new Option('--user <id|email>', 'the user to link the sender to')],
  call: async (admin, { channel, code, user }: Decided) => {
    const link = user === undefined ? {} : { user_id: await userId(admin, user) };
    const approved = admin.post<Pairing>('/pairings/approve', { channel, code, ...link });
    return refusingUnknown(admin, channel, approved);
  },
  text: ({ sender_id, channel }) =>
    `Approved: ${printable(sender_id)} can now use the assistant on ${channel}.`,
  warning: sharedSession,
});

/** The approval stands, whatever becomes of this question. */
async function sharedSession(admin: AdminClient, { sender_id }: Pairing): Promise<string | undefined> {
  const { checks } = await admin
    .get<Doctor>('/doctor', { only: SHARED_SESSION_CHECK })
    .catch(() => ({ checks: [] }));
  if (!checks.some(({ state }) => state === 'warning')) return undefined;
  return `${sender_id} shares one conversation with the other people who have access, so the assistant may reveal one person's messages to another. Fix: gatehouse config set session.dmScope per-sender`;
}

const SHARED_SESSION_CHECK = 'dm-scope';

const addDeny = apiCommand({
  name: 'deny',
  description: 'Deny a pairing code: its sender stays ignored.',
  args: [CHANNEL, CODE],
  call: async (admin, { channel, code }: Decided) => {
    const { id } = await pendingBy(admin, channel, code);
    return admin.post<Pairing>(`/pairings/${encodeURIComponent(id)}/deny`);
  },
  text: ({ sender_id, channel }) => `Denied: ${printable(sender_id)} has no access on ${channel}.`,
});

/** Ignores case, spaces and hyphens, as approving does. */
async function pendingBy(admin: AdminClient, channel: string, code: string): Promise<Pairing> {
  const wanted = code.replace(/[\s-]/g, '').toUpperCase();
  const { items } = await admin.list<Pairing>('/pairings', { channel, status: 'pending' });
  const pairing = items.find((each) => each.code === wanted);
  if (pairing) return pairing;
  await refuseUnknown(admin, channel);
  throw new CliFailure('No such pairing request. (code is unknown, used or expired)');
}
