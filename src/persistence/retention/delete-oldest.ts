import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.js';

/** Rows that age: where they stand, what names them, and the indexed column that says since when they are over. */
export interface AgingRows<T extends keyof Schema> {
  readonly table: T;
  readonly key: keyof Schema[T] & string;
  /** Epoch ms; null for what is not over, which stays. */
  readonly age: keyof Schema[T] & string;
}

/** Deletes what was over before `before`, the oldest first, at most `limit` keys. @returns how many rows are gone */
export async function deleteOldest<T extends keyof Schema>(
  db: Kysely<Schema>,
  { table, key, age }: AgingRows<T>,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<number> {
  const [rows, id, since] = [sql.table(table), sql.ref(key), sql.ref(age)];
  const oldest = sql`select ${id} from ${rows} where ${since} < ${before} order by ${since} limit ${limit}`;
  const { numAffectedRows } = await sql`delete from ${rows} where ${id} in (${oldest})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
