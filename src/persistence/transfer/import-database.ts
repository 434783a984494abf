import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { ensureStateDir, type Environment } from '../../config/index.js';
import { currentMigration, isKnown } from '../migrations/index.js';
import { countRows, type TableShape, tablesOf } from './tables.js';
import { TransferError } from './transfer.error.js';
import type { TransferTarget } from './ends/transfer-ends.js';
import { type TableHeader, totalRows, type TransferHeader } from './transfer-header.js';
import { ProgressMeter, type TransferOptions, type TransferSummary } from './transfer-progress.js';
import { insertFiles } from './ends/file-rows.js';
import { type Portion, TransferReader } from './transfer-reader.js';

export interface ImportOptions extends TransferOptions {
  /** A folder of files beside the export, as that of a SQLite database; a shared database stores them as rows. */
  readonly mediaFolder?: string;
  /** Sees the rows as they are in the file, before anything is done with them. */
  readonly onRows?: (target: TransferTarget, header: TransferHeader) => Promise<void>;
  /** The last step that can fail before the rows are there for good; nothing is imported when it does. */
  readonly beforeCommit?: () => Promise<void>;
}

/**
 * Fills the configured database, which must be empty, from a file: all of it or, after any error, nothing. Jobs that
 * were running when the file was made wait again.
 * @throws TransferError, InstanceLockedError, DatabaseUnavailableError
 */
export async function importDatabase(
  environment: Environment,
  options: ImportOptions,
): Promise<TransferSummary> {
  const reader = await TransferReader.open(options.file);
  try {
    const { header } = reader;
    const target = await openTarget(environment, header.migration);
    try {
      await fill(target, reader, options);
    } finally {
      await target.close();
    }
    return { file: options.file, ...header, rows: totalRows(header) };
  } finally {
    await reader.close();
  }
}

async function openTarget(environment: Environment, migration: string): Promise<TransferTarget> {
  if (!isKnown(migration))
    throw new TransferError(`the file was created by a newer release (${migration}): update Gatehouse first`);
  if (environment.databaseUrl === undefined) {
    ensureStateDir(environment);
    const { SqliteTarget } = await import('./ends/sqlite-ends.js');
    return SqliteTarget.open(join(environment.stateDir, 'gatehouse.db'), migration);
  }
  const { PostgresTarget } = await import('./ends/postgres-ends.js');
  return PostgresTarget.open(environment.databaseUrl, migration);
}

async function fill(target: TransferTarget, reader: TransferReader, options: ImportOptions): Promise<void> {
  const { header } = reader;
  const meter = new ProgressMeter(header, options);
  const shapes = await tablesOf(target.db);
  await refuseOtherSchema(target, header, shapes);
  await target.begin(shapes);
  await refuseRows(target, shapes);
  for await (const portion of reader.portions()) {
    await insert(target, header, portion);
    meter.add(portion.table, portion.rows.length);
  }
  await verify(target, header, meter);
  await options.onRows?.(target, header);
  if (options.mediaFolder !== undefined && target.dialect === 'postgres')
    await insertFiles(target.db, options.mediaFolder);
  for (const table of header.tables) await continueNumbers(target, table);
  await releaseLanes(target);
  await options.beforeCommit?.();
  await target.commit();
}

async function refuseOtherSchema(
  target: TransferTarget,
  { migration, tables }: TransferHeader,
  shapes: readonly TableShape[],
): Promise<void> {
  const current = await currentMigration(target.db as Kysely<unknown>);
  if (current !== migration)
    throw new TransferError(
      `the file has the schema ${migration}, but the database already has ${current ?? 'none'}: import into one without a schema`,
    );
  const names = (list: readonly { name: string; columns: readonly string[] }[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, columns.toSorted()]).sort());
  if (names(tables) !== names(shapes))
    throw new TransferError('the tables of the file do not match the database');
}

async function refuseRows(target: TransferTarget, shapes: readonly TableShape[]): Promise<void> {
  for (const { name } of shapes) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(target.db);
    if (rows.length > 0)
      throw new TransferError(`the database is not empty (${name} has rows): import into an empty one`);
  }
}

async function insert({ db, dialect }: TransferTarget, header: TransferHeader, portion: Portion) {
  const table = header.tables.find(({ name }) => name === portion.table);
  if (!table || portion.rows.some((row) => row.length !== table.columns.length))
    throw new TransferError(`the file is damaged: malformed rows of ${portion.table || 'no table'}`);
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  const overriding = sql.raw(dialect === 'postgres' ? 'overriding system value' : '');
  const values = sql.join(portion.rows.map((row) => sql`(${sql.join(row)})`));
  await sql`insert into ${sql.table(table.name)} (${columns}) ${overriding} values ${values}`.execute(db);
}

/** @throws TransferError unless the database, the file and its header agree on every count */
async function verify(target: TransferTarget, header: TransferHeader, meter: ProgressMeter): Promise<void> {
  for (const { name, rows } of header.tables) {
    if (meter.rowsOf(name) !== rows)
      throw new TransferError(`the file is not complete: ${meter.rowsOf(name)} of ${rows} rows of ${name}`);
    const stored = await countRows(target.db, name);
    if (stored !== rows) throw new TransferError(`rows of ${name} after the import: ${stored}, not ${rows}`);
  }
}

/** Frees all jobs: no process holds a lane, and no job is delayed. */
async function releaseLanes(target: TransferTarget): Promise<void> {
  await target.db.updateTable('job_lanes').set({ owner: null, visible_at: Date.now() }).execute();
  await target.freeLanes();
}

async function continueNumbers(target: TransferTarget, { name, sequence }: TableHeader): Promise<void> {
  if (sequence && sequence.last > 0) await target.continueAfter(name, sequence.column, sequence.last);
}
