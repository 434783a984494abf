import type { Command } from 'commander';
import type { Grant } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { printable } from '../text.js';

interface Options extends ClientOptions {
  readonly account?: string;
}

/** `gatehouse grants add <channel> <sender>` */
export function addGrantsAdd(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('add'))
    .description('Let a sender in, without a pairing code. Opens direct messages, never a group.')
    .argument('<channel>', 'for instance imbridge')
    .argument('<sender>', 'as people write it on that channel')
    .option('--account <account>', 'our account on the channel (default: the only one)')
    .action(async (channel: string, sender: string, { account, ...options }: Options) => {
      const grant = await cli.admin(options).post<Grant>('/grants', { channel, account, sender_id: sender });
      cli.print(options, grant, () => `${printable(grant.sender_id)} is let in on ${grant.channel}.`);
    });
}
