import type { Command } from 'commander';
import type { Pairing } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { printable } from '../text.js';
import { userId } from '../user-path.js';

interface Options extends ClientOptions {
  readonly user?: string;
}

/** `gatehouse pairing approve <channel> <code>` */
export function addPairingApprove(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('approve'))
    .description('Approve a pairing code: its sender is let in.')
    .argument('<channel>', 'for instance imbridge')
    .argument('<code>', 'as the sender got it')
    .option('--user <id|email>', 'the user the sender is')
    .action(async (channel: string, code: string, { user, ...options }: Options) => {
      const admin = cli.admin(options);
      const link = user === undefined ? {} : { user_id: await userId(admin, user) };
      const pairing = await admin.post<Pairing>('/pairings/approve', { channel, code, ...link });
      cli.print(
        options,
        pairing,
        () => `Approved: ${printable(pairing.sender_id)} is let in on ${pairing.channel}.`,
      );
    });
}
