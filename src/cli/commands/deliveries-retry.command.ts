import type { Command } from 'commander';
import type { Delivery } from '../answers.js';
import type { Cli, ClientOptions } from '../cli.js';

/** `gatehouse deliveries retry <id>` */
export function addDeliveriesRetry(parent: Command, cli: Cli): void {
  cli
    .withClientOptions(parent.command('retry'))
    .description('Send a dead delivery again.')
    .argument('<id>', 'as `deliveries list --status dead` shows it')
    .action(async (id: string, options: ClientOptions) => {
      const path = `/deliveries/${encodeURIComponent(id)}/retry`;
      const delivery = await cli.admin(options).post<Delivery>(path);
      cli.print(options, delivery, () => `${delivery.id} is ${delivery.status} again.`);
    });
}
