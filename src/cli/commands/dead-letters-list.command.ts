import type { Command } from 'commander';
import type { DeadLetter } from '../answers.js';
import { type Cli, type ClientOptions, positiveNumber } from '../cli.js';
import { fromNow, table } from '../text.js';

interface Options extends ClientOptions {
  readonly limit: number;
}

/** `gatehouse dead-letters list` */
export function addDeadLettersList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List jobs that were given up, newest first.')
    .option('--limit <number>', 'at most this many', positiveNumber, 50)
    .action(async ({ limit, ...options }: Options) => {
      const list = await cli.admin(options).list<DeadLetter>('/dead-letters', {}, limit);
      cli.print(options, list, () => render(list.items));
    });
}

function render(letters: readonly DeadLetter[]): string {
  if (letters.length === 0) return 'No dead letters.';
  const header = ['ID', 'KIND', 'KEY', 'ATTEMPTS', 'DIED', 'ERROR'];
  const rows = letters.map((each) => [
    each.id,
    each.kind,
    each.key,
    String(each.attempt_count),
    fromNow(each.died_at),
    each.last_error,
  ]);
  return table(header, rows);
}
