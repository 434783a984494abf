import { existsSync } from 'node:fs';
import SqliteHandle from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';
import { migrateUp } from '../../migrations/index.js';
import type { Schema } from '../../schema/schema.js';
import type { InstanceLock } from '../../sqlite/instance-lock.js';
import { kyselyOn } from '../../sqlite/open-file.js';
import { openOwned } from '../../sqlite/owned-file.js';
import { countRows, type TableShape } from '../tables.js';
import { FileChunks } from './file-chunks.js';
import { TransferError } from '../transfer.error.js';
import {
  type Cells,
  type FileBeside,
  type FilesAs,
  rowsAtOnce,
  type TransferSource,
  type TransferTarget,
} from './transfer-ends.js';

/** Reads while a gateway runs: a connection of its own, in one read transaction. */
export class SqliteSource implements TransferSource {
  readonly dialect = 'sqlite';
  readonly db: Kysely<Schema>;

  private constructor(
    private readonly handle: SqliteHandle.Database,
    private readonly files: FileChunks,
    private readonly filesAs: FilesAs,
  ) {
    this.db = kyselyOn(handle);
  }

  /** @throws TransferError when the file does not exist */
  static open(file: string, filesAs: FilesAs): SqliteSource {
    if (!existsSync(file)) throw new TransferError(`the database ${file} does not exist`);
    // Not `readonly`, because the write-ahead log of a killed gateway may have to be recovered first.
    const handle = new SqliteHandle(file, { fileMustExist: true, timeout: 5_000 });
    handle.pragma('query_only = ON');
    handle.exec('begin');
    // The first read of the transaction fixes its snapshot.
    handle.prepare('select count(*) from sqlite_master').get();
    return new SqliteSource(handle, new FileChunks(file, handle), filesAs);
  }

  async lastValue(name: string): Promise<number> {
    const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${name}`.execute(
      this.db,
    );
    return rows[0]?.seq ?? 0;
  }

  async count(table: string): Promise<number> {
    const beside = this.hasFilesIn(table) ? this.files.count() : 0;
    return (await countRows(this.db, table)) + beside;
  }

  /** Includes the files beside the database as rows, because shared databases store them as rows. */
  async *rows(table: TableShape): AsyncGenerator<Cells[]> {
    yield* rowsOf(this.handle, table);
    if (this.hasFilesIn(table.name)) yield* this.files.rows(table.columns);
  }

  filesBeside(): readonly FileBeside[] {
    return this.filesAs === 'files' ? this.files.withoutRows() : [];
  }

  private hasFilesIn(table: string): boolean {
    return this.filesAs === 'rows' && table === 'media_chunks';
  }

  async close(): Promise<void> {
    this.handle.close();
  }
}

async function* rowsOf(handle: SqliteHandle.Database, table: TableShape): AsyncGenerator<Cells[]> {
  const { name, columns } = table;
  const list = columns.map((column) => `"${column}"`).join(', ');
  let batch: Cells[] = [];
  for (const row of handle.prepare(`select ${list} from "${name}"`).raw().iterate()) {
    batch.push(row as Cells);
    if (batch.length < rowsAtOnce(table)) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** The database file of a state dir without a running gateway. */
export class SqliteTarget implements TransferTarget {
  readonly dialect = 'sqlite';
  readonly db: Kysely<Schema>;

  private constructor(
    private readonly handle: SqliteHandle.Database,
    private readonly lock: InstanceLock,
  ) {
    this.db = kyselyOn(handle);
  }

  /**
   * Creates the file if it is missing, and brings its schema up to that migration.
   * @throws InstanceLockedError while a gateway runs on it
   */
  static async open(file: string, migration: string): Promise<SqliteTarget> {
    const { handle, lock } = openOwned(file);
    try {
      const target = new SqliteTarget(handle, lock);
      await migrateUp(target.db as Kysely<unknown>, migration);
      return target;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  async begin(): Promise<void> {
    this.handle.exec('begin immediate');
  }

  rows(table: TableShape): AsyncGenerator<Cells[]> {
    return rowsOf(this.handle, table);
  }

  async continueAfter(name: string, _column: string, last: number): Promise<void> {
    await sql`
      insert into sqlite_sequence (name, seq)
      select ${name}, 0 where not exists (select 1 from sqlite_sequence where name = ${name})
    `.execute(this.db);
    await sql`update sqlite_sequence set seq = max(seq, ${last}) where name = ${name}`.execute(this.db);
  }

  async freeLanes(): Promise<void> {
    await sql`
      update jobs set owner = null, visible_at = ${Date.now()}
      where id in (select min(id) from jobs group by kind, key)
    `.execute(this.db);
    await sql`delete from job_lanes`.execute(this.db);
  }

  async commit(): Promise<void> {
    this.handle.exec('commit');
    await migrateUp(this.db as Kysely<unknown>);
  }

  async close(): Promise<void> {
    if (this.handle.inTransaction) this.handle.exec('rollback');
    this.handle.close();
    this.lock.release();
  }
}
