import type { Kysely } from 'kysely';

/** The thread of each message, so that it can be answered there later. Unknown for earlier messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transcript').addColumn('thread_id', 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transcript').dropColumn('thread_id').execute();
}
