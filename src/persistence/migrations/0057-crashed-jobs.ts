import type { Kysely } from 'kysely';

/** How often in a row a job ended its process, and why a job is a dead letter (ADR 0129). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const crashes = db.schema.alterTable('jobs');
  await crashes.addColumn('crashes', 'integer', (column) => column.notNull().defaultTo(0)).execute();
  await db.schema.alterTable('dead_jobs').addColumn('reason', 'text').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('dead_jobs').dropColumn('reason').execute();
  await db.schema.alterTable('jobs').dropColumn('crashes').execute();
}
