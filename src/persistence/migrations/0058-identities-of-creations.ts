import type { Kysely } from 'kysely';

/** A key under which a credential was created stands for one request, as all other keys do (ADR 0126). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('idempotency_records').addColumn('fingerprint', 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('idempotency_records').dropColumn('fingerprint').execute();
}
