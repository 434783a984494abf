import type { Kysely } from 'kysely';

const TABLES = ['inbound_events', 'deliveries'] as const;

/**
 * For services that number the events of an account: the number of each received event and of each sent message, so
 * that every replica sees which numbers the others have had. Unknown for earlier rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) {
    await db.schema.alterTable(table).addColumn('sequence', 'bigint').execute();
    await db.schema
      .createIndex(`${table}_sequence`)
      .on(table)
      .columns(['channel', 'account', 'sequence'])
      .where('sequence', 'is not', null)
      .execute();
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) {
    await db.schema.dropIndex(`${table}_sequence`).execute();
    await db.schema.alterTable(table).dropColumn('sequence').execute();
  }
}
