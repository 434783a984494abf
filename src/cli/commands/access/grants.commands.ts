import type { Command } from 'commander';
import type { Grant } from '../../gateway/answers.js';
import type { Cli, ClientOptions } from '../../cli.js';
import { CliFailure } from '../../failure.js';
import type { AdminClient } from '../../gateway/admin-client.js';
import { refuseUnknown } from '../../gateway/known-channels.js';
import type { Table } from '../../output/table.js';
import { fromNow, printable } from '../../output/text.js';

/** `gatehouse grants …` */
export function addGrants(program: Command, cli: Cli): void {
  const grants = program.command('grants').description('Manage the grants of individual senders.');
  for (const add of [addGrantsList, addGrantsAdd, addGrantsRemove]) add(grants, cli);
}

/** `gatehouse grants list [channel]` */
function addGrantsList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List grants; senders named in `allowFrom` are in the configuration.')
    .argument('[channel]', 'only of this channel')
    .action(async (channel: string | undefined, options: ClientOptions) => {
      const admin = cli.admin(options);
      const list = await admin.list<Grant>('/grants', { channel });
      if (list.items.length === 0) await refuseUnknown(admin, channel);
      cli.print(options, list, (table) => render(table, list.items));
    });
}

function render(table: Table, grants: readonly Grant[]): string {
  if (grants.length === 0) return 'No grants.';
  const header = ['ID', 'CHANNEL', 'ACCOUNT', 'SENDER', 'NAME', 'BY', 'MADE'];
  const rows = grants.map((each) => [
    ...[each.id, each.channel, each.account, each.sender_id, each.sender_name ?? ''],
    `${each.source}, ${each.created_by}`,
    fromNow(each.created_at),
  ]);
  return table(header, rows);
}

interface Options extends ClientOptions {
  readonly account?: string;
}

/** `gatehouse grants add <channel> <sender>` */
function addGrantsAdd(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('add'))
    .description('Let a sender in, without a pairing code. Opens direct messages, never a group.')
    .argument('<channel>', 'for instance imbridge')
    .argument('<sender>', 'as people write it on that channel')
    .option('--account <account>', 'our account on the channel (default: the only one)')
    .action(async (channel: string, sender: string, { account, ...options }: Options) => {
      const admin = cli.admin(options);
      const body = { channel, account, sender_id: sender };
      const grant = await admin.post<Grant>('/grants', body).catch(async (error: unknown) => {
        await refuseUnknown(admin, channel);
        throw error;
      });
      cli.print(options, grant, () => `${printable(grant.sender_id)} is let in on ${grant.channel}.`);
    });
}

/** `gatehouse grants remove <id>`, `gatehouse grants remove <channel> <sender>` */
function addGrantsRemove(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('remove'))
    .description("Remove a grant; takes effect with the sender's next message.")
    .argument('<id|channel>', 'id as `grants list` shows it, or the channel of the sender')
    .argument('[sender]', 'as `grants list` shows it')
    .option('--account <account>', 'our account on the channel (default: the only one with this sender)')
    .action(async (first: string, sender: string | undefined, { account, ...options }: Options) => {
      const admin = cli.admin(options);
      const id = sender === undefined ? first : await grantOf(admin, { channel: first, sender, account });
      await admin.delete(`/grants/${encodeURIComponent(id)}`);
      cli.print(options, { id, deleted: true }, () => `Removed ${id}: its sender is let in no more.`);
    });
}

interface Named {
  readonly channel: string;
  readonly sender: string;
  readonly account: string | undefined;
}

async function grantOf(admin: AdminClient, { channel, sender, account }: Named): Promise<string> {
  const { items } = await admin.list<Grant>('/grants', { channel, account, sender_id: sender });
  const [grant, another] = items;
  if (grant && !another) return grant.id;
  if (!grant) await refuseUnknown(admin, channel);
  throw new CliFailure(
    grant ? 'This sender has grants on several accounts: name one with --account.' : 'No such grant.',
  );
}
