import { type Kysely, sql } from 'kysely';

export type DialectName = 'sqlite' | 'postgres';

/** The dialect a migration runs on; the dialects differ only in {@link Types}, and in what they have indices and functions for. */
export function dialectOf(db: Kysely<unknown>): DialectName {
  return db.getExecutor().adapter.constructor.name.startsWith('Sqlite') ? 'sqlite' : 'postgres';
}

export interface Types {
  readonly dialect: DialectName;
  /** A primary key that grows with each insert and never repeats. */
  readonly sequence: string;
  readonly bytes: string;
}

export const typesOf = (db: Kysely<unknown>): Types =>
  dialectOf(db) === 'sqlite'
    ? { dialect: 'sqlite', sequence: 'integer primary key autoincrement', bytes: 'blob' }
    : {
        dialect: 'postgres',
        sequence: 'bigint generated always as identity primary key',
        bytes: 'bytea',
      };

/** Runs statements one after the other. */
export async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const each of statements) await sql.raw(each).execute(db);
}
