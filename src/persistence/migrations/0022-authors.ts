import type { Kysely } from 'kysely';

/** The author of each delivery: services want to be told which text a program made up. Unknown for earlier ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveries').addColumn('author', 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveries').dropColumn('author').execute();
}
