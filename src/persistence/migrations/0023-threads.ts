import type { Kysely } from 'kysely';

/** In which thread somebody said something, so that it can be answered there later. Unknown of what was said before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transcript').addColumn('thread_id', 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transcript').dropColumn('thread_id').execute();
}
