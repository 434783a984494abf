import type { Kysely } from 'kysely';

/** Indices by age, for retention, and by lane owner, which is queried every few seconds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of BY_AGE)
    await db.schema.createIndex(`${table}_age`).on(table).column(column).execute();
  for (const [table, column] of WHERE_SET) {
    const index = db.schema.createIndex(`${table}_${column}`).on(table).column(column);
    await index.where(column, 'is not', null).execute();
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of WHERE_SET) await db.schema.dropIndex(`${table}_${column}`).execute();
  for (const [table] of BY_AGE) await db.schema.dropIndex(`${table}_age`).execute();
}

const BY_AGE = [
  ['transcript', 'created_at'],
  ['conversations', 'last_message_at'],
  ['deliveries', 'created_at'],
  ['pairing_requests', 'expires_at'],
  ['audit_log', 'at'],
  ['dead_jobs', 'died_at'],
] as const;

/** Null for waiting rows, which then need no index entry. */
const WHERE_SET = [
  ['inbound_events', 'processed_at'],
  ['job_lanes', 'owner'],
] as const;
