import type { Kysely } from 'kysely';

/** Why the gate let an event in, and what its turn took (ADR 0096): written with the end of the event. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of COLUMNS) await db.schema.alterTable('inbound_events').addColumn(name, 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const name of COLUMNS) await db.schema.alterTable('inbound_events').dropColumn(name).execute();
}

const COLUMNS = ['judged', 'turn'] as const;
