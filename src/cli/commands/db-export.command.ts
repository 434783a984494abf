import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Cli, OutputOptions } from '../cli.js';
import { databaseEnvironment, databaseName, loadPersistence } from '../database.js';
import { runTransfer } from '../run-transfer.js';

interface Options extends OutputOptions {
  readonly force?: boolean;
}

/** `gatehouse db export <file>` */
export function addDbExport(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('export'))
    .description(
      'Write the whole database, as it is at this moment, into one file; a gateway may be running.',
    )
    .argument('<file>', 'for instance gatehouse-backup.ndjson.gz')
    .option('--force', 'replace the file if it is there')
    .action(async (name: string, { force = false, ...options }: Options) => {
      const environment = databaseEnvironment(cli.world);
      const { exportDatabase } = await loadPersistence();
      const file = resolve(name);
      await runTransfer(cli, options, {
        work: (more) => exportDatabase(environment, { file, force, ...more }),
        success: ({ rows, dialect }) => `Exported ${rows} rows from ${databaseName(dialect)} to ${file}.`,
      });
    });
}
