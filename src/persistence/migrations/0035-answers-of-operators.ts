import type { Kysely } from 'kysely';

/** Polls and actions of operators have idempotency keys too, so a row holds more of the answer than deliveries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('operator_sends').addColumn('answer', 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('operator_sends').dropColumn('answer').execute();
}
