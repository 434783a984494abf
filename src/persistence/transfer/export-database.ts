import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { VERSION } from '../../common/index.js';
import type { Environment } from '../../config/index.js';
import { currentMigration } from '../migrations/index.js';
import { type TableShape, tablesOf } from './tables.js';
import { TransferError } from './transfer.error.js';
import type { TransferSource } from './transfer-ends.js';
import { headerLine, rowLine, type TableHeader, totalRows, type TransferHeader } from './transfer-header.js';
import { ProgressMeter, type TransferOptions, type TransferSummary } from './transfer-progress.js';
import { TransferReader } from './transfer-reader.js';
import { refuseOverwriting, writeLines } from './transfer-writer.js';

export interface ExportOptions extends TransferOptions {
  /** Replace an existing file. */
  readonly force: boolean;
}

/**
 * Writes a snapshot of all tables of the configured database into one file. A gateway may be running.
 * @throws TransferError
 */
export async function exportDatabase(
  environment: Environment,
  options: ExportOptions,
): Promise<TransferSummary> {
  await refuseOverwriting(options);
  const source = await openSource(environment);
  try {
    const shapes = await tablesOf(source.db);
    const header = await describe(source, shapes);
    const lines = linesOf(source, { header, shapes }, new ProgressMeter(header, options));
    await writeLines(lines, { ...options, readBack: (file) => readBack(file, header, options) });
    await noteBackup(environment, { at: header.created_at, file: options.file, rows: totalRows(header) });
    return { file: options.file, ...header, rows: totalRows(header) };
  } finally {
    await source.close();
  }
}

/** The last export that was read back whole; its file may be gone meanwhile. */
export interface LastBackup {
  /** ISO 8601: the moment that the file shows. */
  readonly at: string;
  readonly file: string;
  readonly rows: number;
}

export const lastBackupFile = (stateDir: string): string => join(stateDir, 'last-backup.json');

/** Beside PostgreSQL, where many machines may export, each knows its own exports. */
async function noteBackup({ stateDir }: Environment, backup: LastBackup): Promise<void> {
  const file = lastBackupFile(stateDir);
  await mkdir(stateDir, { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, `${JSON.stringify(backup)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/**
 * Reads a file from its first to its last byte, whose checksum gzip compares, and counts its rows.
 * @throws TransferError
 */
async function readBack(file: string, header: TransferHeader, options: ExportOptions): Promise<void> {
  const reader = await TransferReader.open(file);
  const meter = new ProgressMeter(header, options, true);
  try {
    for await (const { table, rows } of reader.portions()) meter.add(table, rows.length);
  } finally {
    await reader.close();
  }
  const missing = header.tables.find(({ name, rows }) => meter.rowsOf(name) !== rows);
  if (missing)
    throw new TransferError(
      `the written file has ${meter.rowsOf(missing.name)} of ${missing.rows} rows of ${missing.name}: nothing was exported`,
    );
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
