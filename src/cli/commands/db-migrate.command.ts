import type { Command } from 'commander';
import type { Cli, OutputOptions } from '../cli.js';
import { databaseEnvironment, databaseName, loadPersistence } from '../database.js';

/** `gatehouse db migrate` */
export function addDbMigrate(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('migrate'))
    .description('Bring the schema of the database up to date; the start does so too.')
    .action(async (options: OutputOptions) => {
      const environment = databaseEnvironment(cli.world);
      const { migrateDatabase } = await loadPersistence();
      const summary = await migrateDatabase(environment);
      const { applied, dialect, migration } = summary;
      const upToDate = `${databaseName(dialect)} is up to date: ${migration}`;
      cli.print(options, summary, () => [...applied.map((name) => `applied ${name}`), upToDate].join('\n'));
    });
}
