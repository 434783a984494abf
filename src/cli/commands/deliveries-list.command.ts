import type { Command } from 'commander';
import type { Delivery } from '../answers.js';
import { progressOf } from '../delivery-text.js';
import { type Cli, type ClientOptions, positiveNumber } from '../cli.js';
import { fromNow, table } from '../text.js';

interface Options extends ClientOptions {
  readonly status?: string;
  readonly limit: number;
}

/** `gatehouse deliveries list` */
export function addDeliveriesList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List messages that went out or should have, newest first.')
    .option('--status <status>', 'only queued, sending, unknown, sent or dead ones')
    .option('--limit <number>', 'at most this many', positiveNumber, 50)
    .action(async ({ status, limit, ...options }: Options) => {
      const list = await cli.admin(options).list<Delivery>('/deliveries', { status }, limit);
      cli.print(options, list, () => render(list.items));
    });
}

function render(deliveries: readonly Delivery[]): string {
  if (deliveries.length === 0) return 'No deliveries.';
  const header = ['ID', 'STATUS', 'CHANNEL', 'CONVERSATION', 'ATTEMPTS', 'PROBLEM', 'MADE'];
  const rows = deliveries.map((each) => [
    each.id,
    progressOf(each),
    each.channel,
    each.conversation_id,
    String(each.attempt_count),
    each.last_code ?? '',
    fromNow(each.created_at),
  ]);
  return table(header, rows);
}
