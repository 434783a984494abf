import type { Kysely } from 'kysely';

/** The author of each delivery, because some services label texts made by a program. Unknown for earlier rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveries').addColumn('author', 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveries').dropColumn('author').execute();
}
