import type { Kysely } from 'kysely';
import { required } from './columns.js';

/** The request count of each window of an API key, and the end of the window. */
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
