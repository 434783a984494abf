import type { Kysely } from 'kysely';

/** Who wrote what goes out: services want to be told what a program made up. Unknown of what was sent before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveries').addColumn('author', 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveries').dropColumn('author').execute();
}
