import type { Kysely } from 'kysely';
import { key, required } from './columns.js';

/** Records which replica has which lease; only PostgreSQL has several replicas, but the table exists on both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', key)
    .addColumn('owner', 'text', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('leases').execute();
}
