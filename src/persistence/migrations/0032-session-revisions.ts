import type { Kysely } from 'kysely';

/** Tells apart the states of what was said in a session, so that processes may keep it in memory (ADR 0055). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('revision', 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').dropColumn('revision').execute();
}
