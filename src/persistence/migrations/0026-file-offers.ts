import type { Kysely } from 'kysely';

/** The person whose consent to a file a sent message requested, and its deadline; null once they have answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveries').addColumn('offered_to', 'text').execute();
  await db.schema.alterTable('deliveries').addColumn('offered_until', 'bigint').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deliveries').dropColumn('offered_until').execute();
  await db.schema.alterTable('deliveries').dropColumn('offered_to').execute();
}
