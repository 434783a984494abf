import type { Kysely } from 'kysely';

/**
 * A `/stop` by the id of its event instead of its time: two events of one millisecond have an order. `stopped_at` stays
 * for replicas of the release before, which run on this schema while they are replaced; it is not read any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('stopped_by', 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').dropColumn('stopped_by').execute();
}
