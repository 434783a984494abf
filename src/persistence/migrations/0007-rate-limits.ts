import type { Kysely } from 'kysely';
import { required } from './columns.js';

/** How many requests of an API key each of its windows has, and when it ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rate_limits')
    .addColumn('key_id', 'text', required)
    .addColumn('period', 'text', required)
    .addColumn('hits', 'bigint', required)
    .addColumn('ends_at', 'bigint', required)
    .addPrimaryKeyConstraint('rate_limits_pk', ['key_id', 'period'])
    .execute();
  await db.schema.createIndex('rate_limits_age').on('rate_limits').column('ends_at').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('rate_limits').execute();
}
