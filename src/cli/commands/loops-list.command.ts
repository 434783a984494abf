import type { Command } from 'commander';
import type { LoopBreak } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';
import { fromNow, printable, table } from '../text.js';

/** `gatehouse loops list` */
export function addLoopsList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description(
      'List conversations that are not answered, because programs seem to answer each other there.',
    )
    .action(async (options: ClientOptions) => {
      const list = await cli.admin(options).list<LoopBreak>('/loops');
      cli.print(options, list, () => render(list.items));
    });
}

function render(loops: readonly LoopBreak[]): string {
  if (loops.length === 0) return 'No conversation is cut off.';
  const rows = loops.map((each) => [
    each.id,
    each.channel,
    printable(each.conversation_id),
    String(each.rounds),
    fromNow(each.broken_at),
    fromNow(each.ends_at),
  ]);
  return table(['ID', 'CHANNEL', 'CONVERSATION', 'ROUNDS', 'SINCE', 'ENDS'], rows);
}
