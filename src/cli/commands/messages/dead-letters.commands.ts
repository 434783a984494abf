import type { Command } from 'commander';
import type { DeadLetter } from '../../gateway/answers.js';
import { type Cli, type ClientOptions, positiveNumber } from '../../cli.js';
import type { Table } from '../../output/table.js';
import { fromNow } from '../../output/text.js';
import { retryAll, type RetryOptions } from '../../gateway/retries.js';

/** `gatehouse dead-letters …` */
export function addDeadLetters(program: Command, cli: Cli): void {
  const deadLetters = program.command('dead-letters').description('Manage jobs that were given up.');
  for (const add of [addDeadLettersList, addDeadLettersRetry]) add(deadLetters, cli);
}

interface Options extends ClientOptions {
  readonly limit: number;
}

/** `gatehouse dead-letters list` */
function addDeadLettersList(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('list'))
    .description('List jobs that were given up, newest first.')
    .option('--limit <number>', 'at most this many', positiveNumber, 50)
    .action(async ({ limit, ...options }: Options) => {
      const list = await cli.admin(options).list<DeadLetter>('/dead-letters', {}, limit);
      cli.print(options, list, (table) => render(table, list.items));
    });
}

function render(table: Table, letters: readonly DeadLetter[]): string {
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

/** `gatehouse dead-letters retry [id...]` */
function addDeadLettersRetry(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('retry'))
    .description('Put dead letters back in the queue, one after the other, behind waiting jobs.')
    .argument('[id...]', 'as `dead-letters list` shows them; the oldest first keeps the order of a chat')
    .option('--cause <error>', 'all with this last error, the oldest first')
    .action((ids: readonly string[], options: RetryOptions) =>
      retryAll<DeadLetter>(cli, ids, options, {
        path: '/dead-letters',
        query: {},
        causeOf: ({ last_error }) => last_error,
        said: ({ id, kind }) => `${id} (${kind}) waits again.`,
      }),
    );
}
