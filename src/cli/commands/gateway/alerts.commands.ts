import { type Command, Option } from 'commander';
import { type Cli, type ClientOptions, positiveNumber } from '../../cli.js';
import type { RaisedAlert } from '../../gateway/answers.js';
import type { Table } from '../../output/table.js';
import { duration, fromNow, printable } from '../../output/text.js';

/** `gatehouse alerts …` */
export function addAlerts(program: Command, cli: Cli): void {
  addList(program.command('alerts').description('Look at the alerts that were told.'), cli);
}

interface ListOptions extends ClientOptions {
  readonly state?: string;
  readonly limit: number;
}

/** `gatehouse alerts list` */
function addList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List alerts that somebody was told of, newest first.')
    .addOption(
      new Option('--state <state>', 'only those that are open, or over').choices(['open', 'cleared']),
    )
    .option('--limit <number>', 'at most this many', positiveNumber, 50)
    .action(async ({ state, limit, ...options }: ListOptions) => {
      const list = await cli.admin(options).list<RaisedAlert>('/alerts', { state }, limit);
      cli.print(options, list, (table) => render(table, list.items));
    });
}

function render(table: Table, alerts: readonly RaisedAlert[]): string {
  if (alerts.length === 0) return 'Nobody was told of an alert.';
  const rows = alerts.map(({ message, since, raised_at, lasted_seconds }) => [
    fromNow(since ?? raised_at),
    lasted_seconds === null ? 'open' : duration(lasted_seconds),
    printable(message),
  ]);
  return table(['BEGAN', 'LASTED', 'ALERT'], rows);
}
