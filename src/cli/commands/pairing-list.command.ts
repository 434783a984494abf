import type { Command } from 'commander';
import type { Cli, ClientOptions } from '../cli.js';
import type { Pairing } from '../answers.js';
import { fromNow, table } from '../text.js';

interface Options extends ClientOptions {
  readonly all?: boolean;
}

/** `gatehouse pairing list [channel]` */
export function addPairingList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List pending pairing codes.')
    .argument('[channel]', 'only this channel')
    .option('--all', 'also those that were decided or have expired')
    .action(async (channel: string | undefined, options: Options) => {
      const query = { channel, status: options.all ? undefined : 'pending' };
      const list = await cli.admin(options).list<Pairing>('/pairings', query);
      cli.print(options, list, () => render(list.items));
    });
}

function render(pairings: readonly Pairing[]): string {
  if (pairings.length === 0) return 'No pairing requests.';
  const header = ['CODE', 'CHANNEL', 'ACCOUNT', 'SENDER', 'NAME', 'STATUS', 'EXPIRES'];
  const rows = pairings.map((each) => [
    each.code,
    each.channel,
    each.account,
    each.sender_id,
    each.sender_name ?? '',
    each.status,
    each.status === 'pending' ? fromNow(each.expires_at) : '',
  ]);
  return table(header, rows);
}
