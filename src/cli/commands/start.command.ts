import { type Command, Option } from 'commander';
import { CliFailure, EXIT } from '../failure.js';

/** `gatehouse start` */
export function addStart(parent: Command): void {
  parent
    .command('start')
    .description('Run the gateway until SIGTERM or SIGINT.')
    .addOption(
      new Option('--role <role>', 'what this process does').choices(['all', 'web', 'worker']).default('all'),
    )
    .action(async ({ role }: { role: string }) => {
      // The embedded database belongs to one process.
      if (role !== 'all') throw new CliFailure(`--role ${role} is not part of this release yet`, EXIT.usage);
      const { runGateway } = await import('../../main.js');
      await runGateway();
    });
}
