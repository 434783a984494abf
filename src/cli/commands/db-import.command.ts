import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Cli, OutputOptions } from '../cli.js';
import { databaseEnvironment, databaseName, loadPersistence } from '../database.js';
import { runTransfer } from '../run-transfer.js';

/** `gatehouse db import <file>` */
export function addDbImport(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('import'))
    .description(
      'Fill the empty database of a stopped gateway from a file of `db export`: all of it or nothing.',
    )
    .argument('<file>', 'as `db export` has written it')
    .action(async (name: string, options: OutputOptions) => {
      const environment = databaseEnvironment(cli.world);
      const { importDatabase } = await loadPersistence();
      const target = databaseName(environment.databaseUrl === undefined ? 'sqlite' : 'postgres');
      await runTransfer(cli, options, {
        work: (more) => importDatabase(environment, { file: resolve(name), ...more }),
        success: ({ rows }) => `Imported ${rows} rows into ${target}; all counts agree.`,
      });
    });
}
