import type { Command } from 'commander';
import type { Status } from '../../gateway/answers.js';
import type { Cli, ClientOptions } from '../../cli.js';
import { channelDetails, statusSummary } from '../../output/status-text.js';
import { asCalled } from '../../output/text.js';
import { channelDetailsOf } from '../setup/channels.commands.js';

interface Options extends ClientOptions {
  readonly all?: boolean;
  readonly deep?: boolean;
}

/** `gatehouse status` */
export function addStatus(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('status'))
    .description('Show the status of the running gateway.')
    .option('--all', 'add the policies and capabilities of every channel')
    .option('--deep', 'as --all, and ask every service for its state')
    .action(async ({ all = false, deep = false, ...options }: Options) => {
      const admin = cli.admin(options);
      const status = await admin.get<Status>('/status');
      const details = all || deep ? await channelDetailsOf(admin, deep) : undefined;
      const answer = { ...status, ...(details && { channel_details: details }) };
      cli.print(options, answer, (table) => {
        const summary = asCalled(cli.world, statusSummary(table, status));
        return [summary, ...(details ?? []).map(channelDetails)].join('\n\n');
      });
    });
}
