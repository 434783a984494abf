import SqliteHandle from 'better-sqlite3';
import {
  Kysely,
  type QueryCompiler,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';
import type { Schema } from '../schema/schema.js';

/**
 * Pages in the write-ahead log before they are brought into the file, with two more fsyncs, while everyone waits:
 * 16 MB. A message writes about fifty, most of them the same as the message before.
 */
const CHECKPOINT_PAGES = 4_000;

/** A connection to the embedded database: write-ahead log, every commit on disk before it counts. */
export function openFile(file: string): SqliteHandle.Database {
  const handle = new SqliteHandle(file);
  handle.pragma('journal_mode = WAL');
  handle.pragma('synchronous = FULL');
  handle.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  handle.pragma('foreign_keys = ON');
  // Waiting here would stop the whole program; the group commit waits beside it.
  handle.pragma('busy_timeout = 50');
  // Deleted rows, which hold people's words, are overwritten and not only forgotten.
  handle.pragma('secure_delete = ON');
  return handle;
}

export function kyselyOn(handle: SqliteHandle.Database): Kysely<Schema> {
  return kyselyWith(withStatementCache(handle));
}

/**
 * Reads what is committed: on the writing connection, which has the pages at hand, and while a transaction is
 * open there on the one beside it, which must read anew what was written since.
 */
export function kyselyOnCommitted(
  writer: SqliteHandle.Database,
  beside: SqliteHandle.Database,
): Kysely<Schema> {
  const [near, far] = [withStatementCache(writer), withStatementCache(beside)];
  // Kysely runs a statement in the same breath in which it prepares it.
  return kyselyWith({
    close: () => far.close(),
    prepare: (sql) => (writer.inTransaction ? far : near).prepare(sql),
  });
}

/**
 * SQLite plans a statement anew for each value that is compared with a parameter, lest the value suggests another
 * plan; that costs ten times what most of ours cost to run. Of a parameter with a sign before it it asks nothing. So a
 * value that must be known to the plan, for an index of a part of a table, is written as a literal.
 */
class PlanKeepingCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return '+?';
  }
}

class PlanKeepingDialect extends SqliteDialect {
  override createQueryCompiler(): QueryCompiler {
    return new PlanKeepingCompiler();
  }
}

const kyselyWith = (database: SqliteDatabase): Kysely<Schema> =>
  new Kysely<Schema>({ dialect: new PlanKeepingDialect({ database }) });

const MAX_STATEMENTS = 500;

/**
 * Kysely prepares each statement anew; preparing costs more than running most of ours. This keeps the last
 * {@link MAX_STATEMENTS} prepared ones, by their text.
 */
export function withStatementCache(database: SqliteHandle.Database): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => void database.close(),
    prepare: (sql) => {
      const known = statements.get(sql);
      if (known) return known;
      const made = database.prepare(sql) as unknown as SqliteStatement;
      if (statements.size >= MAX_STATEMENTS) statements.delete(statements.keys().next().value ?? '');
      statements.set(sql, made);
      return made;
    },
  };
}
