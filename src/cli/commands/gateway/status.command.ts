import type { Command } from 'commander';
import type { Cli, ClientOptions } from '../../cli.js';
import type { AdminClient } from '../../gateway/admin-client.js';
import type { Channel, Status } from '../../gateway/answers.js';
import { channelDetails, statusSummary } from '../../output/status-text.js';
import type { Table } from '../../output/table.js';
import { asCalled } from '../../output/text.js';
import { watch } from '../../output/watch.js';
import { channelDetailsOf } from '../setup/channels.commands.js';

interface Options extends ClientOptions {
  readonly all?: boolean;
  readonly deep?: boolean;
  readonly watch?: boolean;
}

interface Shown extends Status {
  readonly channel_details?: readonly Channel[];
}

/** `gatehouse status` */
export function addStatus(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('status'))
    .description('Show the status of the running gateway.')
    .option('--all', 'include the policies and capabilities of every channel')
    .option('--deep', 'like --all, and also query every service for its state')
    .option('--watch', 'refresh every two seconds until Ctrl-C; with --json, one line per refresh')
    .action(async (options: Options) => {
      const admin = cli.admin(options);
      const text = (table: Table, shown: Shown): string => textOf(cli, table, shown);
      if (options.watch) {
        const read = (signal: AbortSignal) => readStatus(admin, options, signal);
        return watch(cli, options, { read, text });
      }
      const shown = await readStatus(admin, options);
      cli.print(options, shown, (table) => text(table, shown));
    });
}

async function readStatus(
  admin: AdminClient,
  { all = false, deep = false }: Options,
  signal?: AbortSignal,
): Promise<Shown> {
  const status = await (signal ? admin.look<Status>('/status', signal) : admin.get<Status>('/status'));
  const details = all || deep ? await channelDetailsOf(admin, deep) : undefined;
  return { ...status, ...(details && { channel_details: details }) };
}

function textOf(cli: Cli, table: Table, { channel_details: details = [], ...status }: Shown): string {
  const summary = asCalled(cli.world, statusSummary(table, status));
  return [summary, ...details.map(channelDetails)].join('\n\n');
}
