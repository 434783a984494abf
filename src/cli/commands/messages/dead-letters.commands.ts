import type { Command } from 'commander';
import type { DeadLetter } from '../../gateway/answers.js';
import type { Cli } from '../../cli.js';
import { tableOf } from '../../output/table.js';
import { fromNow } from '../../output/text.js';
import { retryAll, type RetryOptions } from '../../gateway/retries.js';
import { apiCommand, LIMIT, type Limited } from '../api-command.js';

/** `gatehouse dead-letters …` */
export function addDeadLetters(program: Command, cli: Cli): void {
  const deadLetters = program.command('dead-letters').description('Manage failed jobs.');
  for (const add of [addDeadLettersList, addDeadLettersRetry]) add(deadLetters, cli);
}

const addDeadLettersList = apiCommand({
  name: 'list',
  description: 'List failed jobs, newest first.',
  options: [LIMIT],
  call: (admin, { limit }: Limited) => admin.list<DeadLetter>('/dead-letters', {}, limit),
  text: tableOf<DeadLetter>('No dead letters.', {
    ID: 'id',
    KIND: 'kind',
    KEY: 'key',
    ATTEMPTS: 'attempt_count',
    DIED: ({ died_at }) => fromNow(died_at),
    ERROR: 'last_error',
  }),
});

/** `gatehouse dead-letters retry [id...]` */
function addDeadLettersRetry(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('retry'))
    .description('Requeue dead letters one after the other, behind the waiting jobs.')
    .argument('[id...]', 'ids from `dead-letters list`; to keep the order of a chat, list the oldest first')
    .option('--cause <error>', 'all with this last error, oldest first')
    .action((ids: readonly string[], options: RetryOptions) =>
      retryAll<DeadLetter>(cli, ids, options, {
        path: '/dead-letters',
        query: {},
        causeOf: ({ last_error }) => last_error,
        said: ({ id, kind }) => `${id} (${kind}) is queued again.`,
      }),
    );
}
