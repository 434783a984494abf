import type { Kysely } from 'kysely';

/** Where a stranger asked to be let in: there they can be told that they are. Unknown for those who asked before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of COLUMNS)
    await db.schema.alterTable('pairing_requests').addColumn(column, 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const column of COLUMNS) await db.schema.alterTable('pairing_requests').dropColumn(column).execute();
}

const COLUMNS = ['conversation_id', 'thread_id'] as const;
