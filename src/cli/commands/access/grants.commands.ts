import { Argument, type Command } from 'commander';
import type { Grant } from '../../gateway/answers.js';
import type { Cli, ClientOptions } from '../../cli.js';
import { CliFailure } from '../../failure.js';
import type { AdminClient } from '../../gateway/admin-client.js';
import { refuseUnknown, refusingUnknown } from '../../gateway/known-channels.js';
import { tableOf } from '../../output/table.js';
import { fromNow, printable } from '../../output/text.js';
import { ACCOUNT, apiCommand, CHANNEL, SENDER } from '../api-command.js';

/** `gatehouse grants …` */
export function addGrants(program: Command, cli: Cli): void {
  const grants = program.command('grants').description('Manage the grants of individual senders.');
  for (const add of [addList, addAdd, addRemove]) add(grants, cli);
}

const addList = apiCommand({
  name: 'list',
  description: 'List grants. Senders in `allowFrom` are listed in the configuration instead.',
  args: [new Argument('[channel]', 'only this channel')],
  call: async (admin, { channel }: { readonly channel?: string }) => {
    const list = await admin.list<Grant>('/grants', { channel });
    if (list.items.length === 0) await refuseUnknown(admin, channel);
    return list;
  },
  text: tableOf<Grant>('No grants.', {
    ID: 'id',
    CHANNEL: 'channel',
    ACCOUNT: 'account',
    SENDER: 'sender_id',
    NAME: 'sender_name',
    BY: ({ source, created_by }) => `${source}, ${created_by}`,
    MADE: ({ created_at }) => fromNow(created_at),
  }),
});

interface Named {
  readonly channel: string;
  readonly sender: string;
  readonly account?: string | undefined;
}

const addAdd = apiCommand({
  name: 'add',
  description: 'Give a sender access without a pairing code. Applies to direct messages only, not to groups.',
  args: [CHANNEL, SENDER],
  options: [ACCOUNT],
  call: (admin, { channel, sender, account }: Named) =>
    refusingUnknown(admin, channel, admin.post<Grant>('/grants', { channel, account, sender_id: sender })),
  text: ({ sender_id, channel }) => `${printable(sender_id)} can now use the assistant on ${channel}.`,
});

interface Options extends ClientOptions {
  readonly account?: string;
}

/** `gatehouse grants remove <id>`, `gatehouse grants remove <channel> <sender>` */
function addRemove(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('remove'))
    .description("Remove a grant; takes effect with the sender's next message.")
    .argument('<id|channel>', 'id from `grants list`, or the channel of the sender')
    .argument('[sender]', 'id from `grants list`')
    .option('--account <account>', 'our account on the channel (default: the only one with this sender)')
    .action(async (first: string, sender: string | undefined, { account, ...options }: Options) => {
      const admin = cli.admin(options);
      const id = sender === undefined ? first : await grantOf(admin, { channel: first, sender, account });
      await admin.delete(`/grants/${encodeURIComponent(id)}`);
      cli.print(options, { id, deleted: true }, () => `Removed ${id}: this sender no longer has access.`);
    });
}

async function grantOf(admin: AdminClient, { channel, sender, account }: Named): Promise<string> {
  const { items } = await admin.list<Grant>('/grants', { channel, account, sender_id: sender });
  const [grant, another] = items;
  if (grant && !another) return grant.id;
  if (!grant) await refuseUnknown(admin, channel);
  throw new CliFailure(
    grant ? 'This sender has grants on several accounts: choose one with --account.' : 'No such grant.',
  );
}
