import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../migrations/statements.js';
import type { Schema } from '../schema/schema.js';

/**
 * The treatment of each table: a new one must be added here before this compiles. `left` is only for tables about
 * running processes and their backups, and for sign-ins and logins: an import must not bring back one that has been ended.
 */
const TABLES: Readonly<Record<keyof Schema, 'carried' | 'left'>> = {
  inbound_events: 'carried',
  connector_state: 'carried',
  account_states: 'left',
  conversations: 'carried',
  transcript: 'carried',
  sessions: 'carried',
  turn_progress: 'carried',
  turn_steps: 'carried',
  deliveries: 'carried',
  delivery_attempts: 'carried',
  media: 'carried',
  media_chunks: 'carried',
  message_files: 'carried',
  loop_breaks: 'carried',
  holds: 'carried',
  polls: 'carried',
  poll_votes: 'carried',
  operator_sends: 'carried',
  pairing_requests: 'carried',
  grants: 'carried',
  users: 'carried',
  user_identities: 'carried',
  api_keys: 'carried',
  admin_tokens: 'carried',
  sign_ins: 'left',
  idempotency_records: 'carried',
  audit_log: 'carried',
  erasures: 'carried',
  jobs: 'carried',
  job_lanes: 'carried',
  dead_jobs: 'carried',
  data_requests: 'carried',
  worker_heartbeats: 'left',
  leases: 'left',
  backup_notes: 'left',
  rate_limits: 'carried',
  figures: 'carried',
  usage_calls: 'carried',
  usage_days: 'carried',
  usage_open_calls: 'carried',
  budget_counts: 'carried',
  budget_allowances: 'carried',
  budget_notices: 'carried',
  mcp_tools: 'carried',
  // A refresh token that two gateways use, or that is older than its successor, ends the whole login.
  mcp_logins: 'left',
  mcp_login_attempts: 'left',
  approvals: 'carried',
  tool_permissions: 'carried',
  webhook_messages: 'carried',
  webhook_states: 'carried',
  alerts: 'carried',
};

/** A table as it is in one database. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** The column whose values come from a sequence. */
  readonly sequence?: string;
  /** The table contains files: a few of its rows may exceed the memory limit. */
  readonly isLarge?: boolean;
}

/** The carried tables that exist in this database, which may be fewer in an older schema; always in the same order. */
export async function tablesOf(db: Kysely<Schema>): Promise<TableShape[]> {
  const schema = await schemaOf(db);
  const found = (await db.introspection.getTables()).filter((table) => table.schema === schema);
  return Object.entries(TABLES)
    .filter(([, fate]) => fate === 'carried')
    .flatMap(([name]) => found.find((table) => table.name === name) ?? [])
    .map(({ name, columns }) => {
      const sequence = columns.find(({ isAutoIncrementing }) => isAutoIncrementing)?.name;
      const isLarge = columns.some(({ dataType }) => /^(blob|bytea)$/i.test(dataType));
      return { name, columns: columns.map((column) => column.name), ...(sequence && { sequence }), isLarge };
    });
}

/** The number of rows of a table. */
export async function countRows(db: Kysely<Schema>, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

async function schemaOf(db: Kysely<Schema>): Promise<string | undefined> {
  if (dialectOf(db as Kysely<unknown>) === 'sqlite') return undefined;
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows[0]?.name;
}
