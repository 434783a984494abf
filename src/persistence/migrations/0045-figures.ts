import type { Kysely } from 'kysely';
import { required } from './columns.js';

/** Figures over time, rolled up by minute, hour and day (ADR 0101). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('figures')
    .addColumn('step', 'text', required)
    .addColumn('begins_at', 'bigint', required)
    .addColumn('counted_until', 'bigint', required)
    .addColumn('sums', 'text', required)
    .addColumn('counted_at', 'bigint', required)
    .addColumn('due_at', 'bigint')
    .addPrimaryKeyConstraint('figures_pk', ['step', 'begins_at'])
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('figures').execute();
}
