import type { Kysely } from 'kysely';

/** The beginning of the history that an answered turn was given, from which the next turn's follows (ADR 0092). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transcript').addColumn('history_from', 'bigint').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('transcript').dropColumn('history_from').execute();
}
