import type { Kysely } from 'kysely';

/** The model that answered an event, and a remark on its answer: an agent may have several models (ADR 0091). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of COLUMNS) await db.schema.alterTable('inbound_events').addColumn(name, 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const name of COLUMNS) await db.schema.alterTable('inbound_events').dropColumn(name).execute();
}

const COLUMNS = ['model', 'answer_remark'] as const;
