import type { Kysely } from 'kysely';
import { required } from './columns.js';

/** The erasing of people (ADR 0112). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('erasures')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('pseudonym', 'text', required)
    .addColumn('person', 'text')
    .addColumn('requested_by', 'text', required)
    .addColumn('counts', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('finished_at', 'bigint')
    .execute();
  await db.schema.createIndex('erasures_age').on('erasures').column('finished_at').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('erasures').execute();
}
