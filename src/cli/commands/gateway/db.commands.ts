import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Cli, OutputOptions } from '../../cli.js';
import { databaseEnvironment, databaseName, loadPersistence, runTransfer } from '../../local/database.js';
import type { Environment } from '../../../config/index.js';
import { CliFailure, EXIT } from '../../failure.js';
import { counted } from '../../output/text.js';

/** `gatehouse db …` */
export function addDb(program: Command, cli: Cli): void {
  const db = program.command('db').description('Manage the database: schema, checks, export and import.');
  for (const add of [addDbMigrate, addDbCheck, addDbExport, addDbImport]) add(db, cli);
}

/** `gatehouse db migrate` */
function addDbMigrate(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('migrate'))
    .description('Update the database schema. Every start does this, too.')
    .option('--to <migration>', 'go back to the schema of an earlier release; the gateway must be stopped')
    .action(async ({ to, ...options }: OutputOptions & { readonly to?: string }) => {
      const environment = databaseEnvironment(cli.world);
      if (to !== undefined) return revert(cli, environment, { ...options, to });
      const { migrateDatabase } = await loadPersistence();
      const summary = await migrateDatabase(environment);
      const { applied, dialect, migration } = summary;
      const upToDate = `${databaseName(dialect)} is up to date: ${migration}`;
      cli.print(options, summary, () => [...applied.map((name) => `applied ${name}`), upToDate].join('\n'));
    });
}

async function revert(
  cli: Cli,
  environment: Environment,
  { to, ...options }: OutputOptions & { readonly to: string },
): Promise<void> {
  const { isKnownMigration, revertDatabase } = await loadPersistence();
  if (!isKnownMigration(to))
    throw new CliFailure(`--to: ${to} is not a migration of this release`, EXIT.usage);
  const { dialect, undone } = await revertDatabase(environment, to);
  cli.print(options, { dialect, undone, migration: to }, () =>
    [...undone.map((name) => `undone ${name}`), `${databaseName(dialect)} has the schema of ${to}`].join(
      '\n',
    ),
  );
}

const RESTORE = 'How to restore a backup: gatehouse help operations/backup';

/** `gatehouse db check` */
function addDbCheck(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('check'))
    .description('Check the database for damage. Changes nothing; the gateway may be running.')
    .action(async (options: OutputOptions) => {
      const { checkDatabase } = await loadPersistence();
      const { dialect, problems } = await checkDatabase(databaseEnvironment(cli.world));
      const name = databaseName(dialect);
      if (problems.length > 0) throw new CliFailure([`${name}:`, ...problems, RESTORE].join('\n  '));
      cli.print(options, { dialect, problems }, () => `${name}: no problems found`);
    });
}

interface Options extends OutputOptions {
  readonly force?: boolean;
}

/** `gatehouse db export <file>` */
function addDbExport(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('export'))
    .description(
      'Write a snapshot of the database to one file, and read it back to verify it. The gateway may be running.',
    )
    .argument('<file>', 'for example gatehouse-backup.ndjson.gz')
    .option('--force', 'replace the file if it exists')
    .action(async (name: string, { force = false, ...options }: Options) => {
      const environment = databaseEnvironment(cli.world);
      const { exportDatabase } = await loadPersistence();
      const file = resolve(name);
      await runTransfer(cli, options, {
        work: (more) => exportDatabase(environment, { file, force, ...more }),
        success: ({ rows, dialect, noteProblem }) => {
          const done = `Exported ${counted(rows, 'row')} from ${databaseName(dialect)} to ${file} and verified the file.`;
          return noteProblem === undefined
            ? done
            : `${done} The doctor will not know about it: ${noteProblem}`;
        },
      });
    });
}

/** `gatehouse db import <file>` */
function addDbImport(parent: Command, cli: Cli): void {
  cli
    .withOutputOptions(parent.command('import'))
    .description(
      'Fill the empty database of a stopped gateway from a `db export` file, completely or not at all.',
    )
    .argument('<file>', 'written by `db export`')
    .action(async (name: string, options: OutputOptions) => {
      const environment = databaseEnvironment(cli.world);
      const { importDatabase } = await loadPersistence();
      const target = databaseName(environment.databaseUrl === undefined ? 'sqlite' : 'postgres');
      await runTransfer(cli, options, {
        work: (more) => importDatabase(environment, { file: resolve(name), ...more }),
        success: ({ rows }) => `Imported ${counted(rows, 'row')} into ${target}; all row counts match.`,
      });
    });
}
