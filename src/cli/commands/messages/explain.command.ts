import type { Command } from 'commander';
import type { Timeline } from '../../gateway/answers.js';
import type { Cli, ClientOptions } from '../../cli.js';
import type { Table } from '../../output/table.js';
import { printable } from '../../output/text.js';

/** `gatehouse explain <id>` */
export function addExplain(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('explain'))
    .description('Show the path of a message from acceptance to delivery.')
    .argument('<id>', 'id of an event, or of a message or delivery that resulted from it')
    .action(async (id: string, options: ClientOptions) => {
      const timeline = await cli.admin(options).get<Timeline>(`/events/${encodeURIComponent(id)}/timeline`);
      cli.print(options, timeline, (table) => render(table, timeline));
    });
}

function render(
  table: Table,
  { event_id, channel, account, sender_id, outcome, reason, state, steps }: Timeline,
): string {
  const end = outcome === null ? state : reason === null ? outcome : `${outcome}: ${reason}`;
  const head = `${event_id} of ${sender_id ?? 'nobody'} on ${channel} (${account}), ${end}`;
  const begunAt = Date.parse(steps[0]?.at ?? '');
  const rows = steps.map((each) => [
    `${Date.parse(each.at) - begunAt} ms`,
    ...[each.step, each.outcome ?? '', each.detail ?? '', each.id],
  ]);
  return `${printable(head)}\n\n${table(['AFTER', 'STEP', 'OUTCOME', 'DETAIL', 'ID'], rows)}`;
}
