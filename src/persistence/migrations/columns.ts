import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely';

export type DialectName = 'sqlite' | 'postgres';

/** The dialect a migration runs on; the dialects differ only in the functions below. */
export function dialectOf(db: Kysely<unknown>): DialectName {
  return db.getExecutor().adapter.constructor.name.startsWith('Sqlite') ? 'sqlite' : 'postgres';
}

/** A primary key that grows with each insert and never repeats. */
export function withSequence<T extends string, C extends string>(
  db: Kysely<unknown>,
  table: CreateTableBuilder<T, C>,
  column: string,
): CreateTableBuilder<T, C> {
  return dialectOf(db) === 'sqlite'
    ? table.addColumn(column, 'integer', (c) => c.primaryKey().autoIncrement())
    : table.addColumn(column, sql`bigint generated always as identity primary key`);
}

/** The type of a column of bytes in each dialect. */
export const binary = (db: Kysely<unknown>) => (dialectOf(db) === 'sqlite' ? 'blob' : 'bytea');

export const required = (column: ColumnDefinitionBuilder) => column.notNull();
export const key = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey();
