import type { Command } from 'commander';
import type { AdminClient } from '../admin-client.js';
import type { Channel, Status } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { channelDetails, statusSummary } from '../status-text.js';

interface Options extends ClientOptions {
  readonly all?: boolean;
  readonly deep?: boolean;
}

/** `gatehouse status` */
export function addStatus(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('status'))
    .description('Status and health of the running gateway.')
    .option('--all', 'also the policies and capabilities of every channel')
    .option('--deep', 'as --all, and ask every service how it is')
    .action(async ({ all = false, deep = false, ...options }: Options) => {
      const admin = cli.admin(options);
      const status = await admin.get<Status>('/status');
      const details = all || deep ? await detailsOf(admin, deep) : undefined;
      const answer = { ...status, ...(details && { channel_details: details }) };
      cli.print(options, answer, () =>
        [statusSummary(status), ...(details ?? []).map(channelDetails)].join('\n\n'),
      );
    });
}

async function detailsOf(admin: AdminClient, isDeep: boolean): Promise<readonly Channel[]> {
  const { items } = await admin.list<Channel>('/channels');
  if (!isDeep) return items;
  return Promise.all(items.map((each) => admin.get<Channel>(`/channels/${each.channel}`, { deep: 'true' })));
}
