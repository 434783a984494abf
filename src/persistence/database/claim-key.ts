import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema/schema.js';

/** A table of keys: each row has an `id` and its creation time `created_at` (epoch ms). */
type KeyTable = 'idempotency_records' | 'operator_sends';

/**
 * Claims a key for this transaction: of several attempts over all replicas one succeeds; a rollback frees it.
 * @param row the whole row; it replaces one with the same id created before `freeBefore` (epoch ms)
 * @returns false when the key is taken
 */
export async function claimKey<T extends KeyTable>(
  db: Kysely<Schema>,
  table: T,
  row: Schema[T],
  freeBefore: number,
): Promise<boolean> {
  const keys = sql.table(table);
  await sql`delete from ${keys} where id = ${row.id} and created_at < ${freeBefore}`.execute(db);
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const values = sql.join(Object.values(row).map((value: unknown) => sql.val(value)));
  const insert = sql`insert into ${keys} (${columns}) values (${values}) on conflict do nothing`;
  const { numAffectedRows } = await insert.execute(db);
  return numAffectedRows === 1n;
}
