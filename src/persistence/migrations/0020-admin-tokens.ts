import type { Kysely } from 'kysely';
import { key, required } from './columns.js';

/** Admin tokens made by owners, and the idempotency keys under which credentials were created. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('admin_tokens')
    .addColumn('id', 'text', key)
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('role', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('prefix', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('created_by', 'text', required)
    .addColumn('made_with', 'text')
    .addColumn('expires_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .execute();
  await db.schema
    .createTable('idempotency_records')
    .addColumn('id', 'text', key)
    .addColumn('made_id', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await db.schema
    .createIndex('idempotency_records_age')
    .on('idempotency_records')
    .column('created_at')
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['idempotency_records', 'admin_tokens']) await db.schema.dropTable(table).execute();
}
