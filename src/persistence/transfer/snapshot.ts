import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { VERSION } from '../../common/index.js';
import type { Environment } from '../../config/index.js';
import { currentMigration } from '../migrations/index.js';
import { type TableShape, tablesOf } from './tables.js';
import { TransferError } from './transfer.error.js';
import type { FileBeside, FilesAs, TransferSource } from './ends/transfer-ends.js';
import { headerLine, rowLine, type TableHeader, type TransferHeader } from './transfer-header.js';
import type { ProgressMeter } from './transfer-progress.js';

/** A database at one moment, as the lines of a file in {@link TransferHeader}'s format. A gateway may be running. */
export class Snapshot {
  private constructor(
    readonly header: TransferHeader,
    private readonly source: TransferSource,
    private readonly shapes: readonly TableShape[],
  ) {}

  /** @throws TransferError, DatabaseUnavailableError */
  static async open(environment: Environment, files: FilesAs): Promise<Snapshot> {
    const source = await openSource(environment, files);
    try {
      const shapes = await tablesOf(source.db);
      return new Snapshot(await describe(source, shapes), source, shapes);
    } catch (error) {
      await source.close();
      throw error;
    }
  }

  /** The files that are not among the rows; some may be missing. */
  filesBeside(): readonly FileBeside[] {
    return this.source.filesBeside();
  }

  /** @param onRow gets the line of each row */
  async *lines(
    meter: ProgressMeter,
    onRow: (table: string, line: string) => void = () => undefined,
  ): AsyncGenerator<string> {
    yield headerLine(this.header);
    for (const shape of this.shapes) {
      const { name } = shape;
      yield `${JSON.stringify({ table: name })}\n`;
      for await (const rows of this.source.rows(shape)) {
        for (const row of rows) {
          const line = rowLine(row);
          onRow(name, line);
          yield line;
        }
        meter.add(name, rows.length);
      }
    }
    yield `${JSON.stringify({ end: true })}\n`;
  }

  close(): Promise<void> {
    return this.source.close();
  }
}

/** Opens the configured database for reading. A gateway may be running. @throws TransferError, DatabaseUnavailableError */
export async function openSource(
  { databaseUrl, stateDir }: Environment,
  files: FilesAs,
): Promise<TransferSource> {
  if (databaseUrl === undefined) {
    const { SqliteSource } = await import('./ends/sqlite-ends.js');
    return SqliteSource.open(join(stateDir, 'gatehouse.db'), files);
  }
  const { PostgresSource } = await import('./ends/postgres-ends.js');
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
