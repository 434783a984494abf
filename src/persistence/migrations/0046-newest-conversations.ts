import type { Kysely } from 'kysely';

/** Conversations are listed by their last message, page by page; conversations of the same moment by their ids. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('conversations_age').execute();
  await indexed(db).columns(['last_message_at', 'id']).execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('conversations_age').execute();
  await indexed(db).column('last_message_at').execute();
}

const indexed = (db: Kysely<unknown>) => db.schema.createIndex('conversations_age').on('conversations');
