import type { Command } from 'commander';
import type { Cli, OutputOptions } from '../cli.js';
import { databaseEnvironment, databaseName, loadPersistence } from '../database.js';
import { CliFailure } from '../failure.js';

/** `gatehouse db check` */
export function addDbCheck(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('check'))
    .description('Look for damage in the database; changes nothing, a gateway may be running.')
    .action(async (options: OutputOptions) => {
      const { checkDatabase } = await loadPersistence();
      const { dialect, problems } = await checkDatabase(databaseEnvironment(cli.world));
      const name = databaseName(dialect);
      if (problems.length > 0) throw new CliFailure([`${name}:`, ...problems].join('\n  '));
      cli.print(options, { dialect, problems }, () => `${name}: nothing is wrong`);
    });
}
