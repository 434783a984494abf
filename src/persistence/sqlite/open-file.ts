import SqliteHandle from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { Schema } from '../schema.js';
import { withStatementCache } from './statement-cache.js';

/** A connection to the embedded database: write-ahead log, every commit on disk before it counts. */
export function openFile(file: string): SqliteHandle.Database {
  const handle = new SqliteHandle(file);
  handle.pragma('journal_mode = WAL');
  handle.pragma('synchronous = FULL');
  handle.pragma('foreign_keys = ON');
  handle.pragma('busy_timeout = 5000');
  return handle;
}

export function kyselyOn(handle: SqliteHandle.Database): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: withStatementCache(handle) }) });
}
