import type { Kysely } from 'kysely';

/**
 * Stores the event id of a `/stop` instead of its time: two events of one millisecond have an order. `stopped_at` stays
 * for replicas of the previous release, which run on this schema during an upgrade; this release does not read it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('stopped_by', 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').dropColumn('stopped_by').execute();
}
