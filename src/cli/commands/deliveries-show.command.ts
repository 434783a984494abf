import type { Command } from 'commander';
import type { DeliveryDetail } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { fromNow, printable, table } from '../text.js';

/** `gatehouse deliveries show <id>` */
export function addDeliveriesShow(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('show'))
    .description('A message on its way out: where it stands, and what became of each attempt.')
    .argument('<id>', 'as `deliveries list` shows it')
    .action(async (id: string, options: ClientOptions) => {
      const delivery = await cli.admin(options).get<DeliveryDetail>(`/deliveries/${encodeURIComponent(id)}`);
      cli.print(options, delivery, () => render(delivery));
    });
}

function render(delivery: DeliveryDetail): string {
  const { id, status, channel, account, conversation_id, created_at, last_code, attempts } = delivery;
  const { delivered_at, read_at } = delivery;
  const problem = last_code === null ? '' : `, last problem: ${printable(last_code)}`;
  const reached = [
    ...(delivered_at ? [`\nreached a device ${fromNow(delivered_at)}`] : []),
    ...(read_at ? [`, read ${fromNow(read_at)}`] : []),
  ].join('');
  const head = `${id}, ${status}${problem}\n${channel} (${account}) to ${printable(conversation_id)}, made ${fromNow(created_at)}${reached}`;
  if (attempts.length === 0) return `${head}\n\nNo attempt has ended.`;
  const rows = attempts.map((each) => [
    ...[String(each.number), each.outcome, each.code ?? '', each.detail ?? ''],
    fromNow(each.started_at),
  ]);
  return `${head}\n\n${table(['ATTEMPT', 'OUTCOME', 'PROBLEM', 'DETAIL', 'BEGUN'], rows)}`;
}
