import type { Command } from 'commander';
import type { AdminClient } from '../admin-client.js';
import type { DeadLetter } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';

/** `gatehouse dead-letters retry <id...>` */
export function addDeadLettersRetry(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('retry'))
    .description('Put dead letters back, one after the other; what waits goes first.')
    .argument('<id...>', 'as `dead-letters list` shows them; the oldest first keeps the order of a chat')
    .action(async (ids: readonly string[], options: ClientOptions) => {
      const items = await retryAll(cli.admin(options), ids);
      cli.print(options, { items }, () =>
        items.map(({ id, kind }) => `${id} (${kind}) waits again.`).join('\n'),
      );
    });
}

/** Ends at the first that can't be put back: those behind it may follow from it. */
async function retryAll(admin: AdminClient, ids: readonly string[]): Promise<DeadLetter[]> {
  const items: DeadLetter[] = [];
  for (const id of ids)
    items.push(await admin.post<DeadLetter>(`/dead-letters/${encodeURIComponent(id)}/retry`));
  return items;
}
