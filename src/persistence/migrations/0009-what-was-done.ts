import type { Kysely } from 'kysely';

/** The assistant's messages and acts, so that it can refer to them and knows them when its turn runs again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column, type] of ADDED)
    await db.schema.alterTable(table).addColumn(column, type).execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of ADDED) await db.schema.alterTable(table).dropColumn(column).execute();
}

const ADDED = [
  ['transcript', 'delivery_id', 'text'],
  ['turn_progress', 'delivery_id', 'text'],
  ['turn_steps', 'call', 'text'],
  ['turn_steps', 'number', 'integer'],
] as const;
