import type { Command } from 'commander';
import type { Pairing } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { printable } from '../text.js';

/** `gatehouse pairing approve <channel> <code>` */
export function addPairingApprove(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('approve'))
    .description('Approve a pairing code: its sender is let in.')
    .argument('<channel>', 'for instance imbridge')
    .argument('<code>', 'as the sender got it')
    .action(async (channel: string, code: string, options: ClientOptions) => {
      const pairing = await cli.admin(options).post<Pairing>('/pairings/approve', { channel, code });
      cli.print(
        options,
        pairing,
        () => `Approved: ${printable(pairing.sender_id)} is let in on ${pairing.channel}.`,
      );
    });
}
