import { type Kysely, sql } from 'kysely';
import { firstIdAt } from '../../common/index.js';
import type { Schema } from '../schema/schema.js';

/** Rows that age: their table, their key, and the column with the time of their end. */
export interface AgingRows<T extends keyof Schema> {
  readonly table: T;
  readonly key: keyof Schema[T] & string;
  /** Epoch ms; null for rows not yet ended, which stay. */
  readonly age: keyof Schema[T] & string;
  /** The prefix of an `id` that contains the creation time; without it there is an index of `age`. */
  readonly idPrefix?: string;
  /** A row referenced in this table, in a column with the name of `key`, is in use and stays. */
  readonly unlessIn?: keyof Schema;
}

/**
 * Deletes rows that ended before `before`, the oldest first, at most `limit` keys.
 * @returns how many rows were deleted
 */
export async function deleteOldest<T extends keyof Schema>(
  db: Kysely<Schema>,
  { table, key, age, idPrefix, unlessIn }: AgingRows<T>,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<number> {
  const [rows, id, since] = [sql.table(table), sql.ref(key), sql.ref(age)];
  const isOver = sql`${since} < ${before}${unlessIn ? sql` and not ${named(unlessIn, { table, key })}` : sql``}`;
  // A row cannot end before its creation.
  const isOld = idPrefix === undefined ? isOver : sql`id < ${firstIdAt(idPrefix, before)} and ${isOver}`;
  const order = idPrefix === undefined ? since : sql.ref('id');
  const oldest = sql`select ${id} from ${rows} where ${isOld} order by ${order} limit ${limit}`;
  const { numAffectedRows } = await sql`delete from ${rows} where ${id} in (${oldest})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

const named = (by: string, { table, key }: { readonly table: string; readonly key: string }) =>
  sql`exists (select 1 from ${sql.table(by)} where ${sql.ref(`${by}.${key}`)} = ${sql.ref(`${table}.${key}`)})`;
