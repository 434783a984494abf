import type { Kysely } from 'kysely';

/** The conversation of a pairing request, where the pairing decision can be announced. Unknown for earlier requests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of COLUMNS)
    await db.schema.alterTable('pairing_requests').addColumn(column, 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const column of COLUMNS) await db.schema.alterTable('pairing_requests').dropColumn(column).execute();
}

const COLUMNS = ['conversation_id', 'thread_id'] as const;
