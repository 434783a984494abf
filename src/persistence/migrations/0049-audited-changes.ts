import type { Kysely } from 'kysely';

/** The state before and after an act, and indices for the filters of the audit log (ADR 0105). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('audit_log').addColumn('change', 'text').execute();
  for (const column of FILTERED)
    await db.schema.createIndex(`audit_log_${column}`).on('audit_log').columns([column, 'seq']).execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const column of FILTERED) await db.schema.dropIndex(`audit_log_${column}`).execute();
  await db.schema.alterTable('audit_log').dropColumn('change').execute();
}

const FILTERED = ['actor', 'action', 'subject'] as const;
