import type { Kysely } from 'kysely';
import { key, required } from './columns.js';

/** Operators' sends with an idempotency key, so that a repeat sends nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('operator_sends')
    .addColumn('id', 'text', key)
    .addColumn('fingerprint', 'text', required)
    .addColumn('delivery_ids', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('operator_sends_age').on('operator_sends').column('created_at').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('operator_sends').execute();
}
