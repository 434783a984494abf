import type { Command } from 'commander';
import type { AdminClient } from '../admin-client.js';
import type { Pairing } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { CliFailure } from '../failure.js';
import { printable } from '../text.js';

/** `gatehouse pairing deny <channel> <code>` */
export function addPairingDeny(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('deny'))
    .description('Deny a pairing code: its sender stays ignored.')
    .argument('<channel>', 'for instance imbridge')
    .argument('<code>', 'as the sender got it')
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

/** Case, spaces and hyphens do not matter, as when approving. */
async function pendingBy(admin: AdminClient, channel: string, code: string): Promise<Pairing> {
  const wanted = code.replace(/[\s-]/g, '').toUpperCase();
  const { items } = await admin.list<Pairing>('/pairings', { channel, status: 'pending' });
  const pairing = items.find((each) => each.code === wanted);
  if (!pairing) throw new CliFailure('No such pairing request. (code is unknown, used or expired)');
  return pairing;
}
