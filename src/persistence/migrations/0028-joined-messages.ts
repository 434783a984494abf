import type { Kysely } from 'kysely';

/** Links an event to the later event that continues it, so that both are one turn. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('inbound_events').addColumn('joined_by', 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('inbound_events').dropColumn('joined_by').execute();
}
