import type { Command } from 'commander';
import type { LoopBreak } from '../../gateway/answers.js';
import type { Cli, ClientOptions } from '../../cli.js';
import type { Table } from '../../output/table.js';
import { fromNow, printable } from '../../output/text.js';

/** `gatehouse loops …` */
export function addLoops(program: Command, cli: Cli): void {
  const loops = program
    .command('loops')
    .description('Manage conversations in which programs answer each other.');
  for (const add of [addLoopsList, addLoopsEnd]) add(loops, cli);
}

/** `gatehouse loops list` */
function addLoopsList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List conversations without answers because programs seem to answer each other there.')
    .action(async (options: ClientOptions) => {
      const list = await cli.admin(options).whole<LoopBreak>('/loops');
      cli.print(options, list, (table) => render(table, list.items));
    });
}

function render(table: Table, loops: readonly LoopBreak[]): string {
  if (loops.length === 0) return 'There is no loop break.';
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

/** `gatehouse loops end <id>` */
function addLoopsEnd(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('end'))
    .description('End a loop break: the next message there is answered.')
    .argument('<id>', 'as `loops list` shows it')
    .action(async (id: string, options: ClientOptions) => {
      await cli.admin(options).delete(`/loops/${encodeURIComponent(id)}`);
      cli.print(options, { id, ended: true }, () => `${id} is over: its next message is answered.`);
    });
}
