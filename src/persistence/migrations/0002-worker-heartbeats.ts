import type { Kysely } from 'kysely';
import { key, required } from './columns.js';

/** The processes that work on lanes; only PostgreSQL has several, but the table exists on both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('worker_heartbeats')
    .addColumn('owner', 'text', key)
    .addColumn('pools', 'text', required)
    .addColumn('beats', 'bigint', required)
    .addColumn('seen_at', 'bigint', required)
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('worker_heartbeats').execute();
}
