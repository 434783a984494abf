import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { VERSION } from '../../common/index.js';
import type { Environment } from '../../config/index.js';
import { currentMigration } from '../migrations/index.js';
import { type LastBackup, noteBackup } from './backup/last-backup.js';
import { digested, readBack } from './backup/read-back.js';
import { type TableShape, tablesOf } from './tables.js';
import { TransferError } from './transfer.error.js';
import type { TransferSource } from './transfer-ends.js';
import { headerLine, rowLine, type TableHeader, totalRows, type TransferHeader } from './transfer-header.js';
import { ProgressMeter, type TransferOptions, type TransferSummary } from './transfer-progress.js';
import { refuseOverwriting, writeLines } from './transfer-writer.js';

export interface ExportOptions extends TransferOptions {
  /** Replace an existing file. */
  readonly force: boolean;
}

export interface ExportSummary extends TransferSummary {
  /** Why the state dir has no note of this backup; absent when it has. */
  readonly noteProblem?: string;
}

/**
 * Writes a snapshot of all tables of the configured database into one file, reads that back whole, and notes it as the
 * last backup. A gateway may be running.
 * @throws TransferError
 */
export async function exportDatabase(
  environment: Environment,
  options: ExportOptions,
): Promise<ExportSummary> {
  await refuseOverwriting(options);
  const source = await openSource(environment);
  try {
    const shapes = await tablesOf(source.db);
    const header = await describe(source, shapes);
    const written = createHash('sha256');
    const lines = linesOf(source, { header, shapes }, new ProgressMeter(header, options));
    await writeLines(digested(lines, written), {
      ...options,
      readBack: (file) => readBack(file, { header, written }, options),
    });
    const backup: LastBackup = { at: header.created_at, file: options.file, rows: totalRows(header) };
    const noteProblem = noteBackup(environment, backup);
    return {
      ...header,
      file: backup.file,
      rows: backup.rows,
      ...(noteProblem !== undefined && { noteProblem }),
    };
  } finally {
    await source.close();
  }
}

/** Opens the configured database for reading. A gateway may be running. @throws TransferError, DatabaseUnavailableError */
export async function openSource({ databaseUrl, stateDir }: Environment): Promise<TransferSource> {
  if (databaseUrl === undefined) {
    const { SqliteSource } = await import('./sqlite-ends.js');
    return SqliteSource.open(join(stateDir, 'gatehouse.db'));
  }
  const { PostgresSource } = await import('./postgres-ends.js');
  return PostgresSource.open(databaseUrl);
}

async function describe(source: TransferSource, shapes: readonly TableShape[]): Promise<TransferHeader> {
  const migration = await currentMigration(source.db as Kysely<unknown>);
  if (migration === undefined) throw new TransferError('the database has no schema yet: nothing to export');
  const tables: TableHeader[] = [];
  for (const { name, columns, sequence: column } of shapes) {
    const rows = await source.count(name);
    const sequence = column && { column, last: await source.lastValue(name, column) };
    tables.push({ name, columns, rows, ...(sequence && { sequence }) });
  }
  const { dialect } = source;
  return { migration, dialect, gatehouse: VERSION, created_at: new Date().toISOString(), tables };
}

async function* linesOf(
  source: TransferSource,
  { header, shapes }: { readonly header: TransferHeader; readonly shapes: readonly TableShape[] },
  meter: ProgressMeter,
): AsyncGenerator<string> {
  yield headerLine(header);
  for (const shape of shapes) {
    const { name } = shape;
    yield `${JSON.stringify({ table: name })}\n`;
    for await (const rows of source.rows(shape)) {
      for (const row of rows) yield rowLine(row);
      meter.add(name, rows.length);
    }
  }
  yield `${JSON.stringify({ end: true })}\n`;
}
