import type { Kysely } from 'kysely';

/** The stream that shows an answer while it is written, so that a turn that runs again can end it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('turn_progress').addColumn('stream', 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('turn_progress').dropColumn('stream').execute();
}
