import type { Kysely } from 'kysely';

/** Distinguishes versions of a session's transcript, so that processes may cache it (ADR 0055). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('revision', 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').dropColumn('revision').execute();
}
