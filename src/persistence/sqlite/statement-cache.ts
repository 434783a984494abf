import type SqliteHandle from 'better-sqlite3';
import type { SqliteDatabase, SqliteStatement } from 'kysely';

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
