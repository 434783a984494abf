import type { Kysely } from 'kysely';
import { key, required } from './columns.js';

/** People's logins to servers of tools, and the last attempt at each (ADR 0117). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mcp_logins')
    .addColumn('server', 'text', key)
    .addColumn('origin', 'text', required)
    .addColumn('sealed', 'text', required)
    .addColumn('version', 'bigint', required)
    .addColumn('issuer', 'text', required)
    .addColumn('scope', 'text')
    .addColumn('missing_scope', 'text')
    .addColumn('ended_because', 'text')
    .addColumn('logged_in_at', 'bigint', required)
    .addColumn('logged_in_by', 'text', required)
    .addColumn('refresher', 'text')
    .addColumn('refresher_until', 'bigint')
    .execute();
  await db.schema
    .createTable('mcp_login_attempts')
    .addColumn('server', 'text', key)
    .addColumn('id', 'text', required)
    .addColumn('state_hash', 'text', (column) => column.notNull().unique())
    .addColumn('origin', 'text', required)
    .addColumn('sealed', 'text')
    .addColumn('status', 'text', required)
    .addColumn('problem', 'text')
    .addColumn('started_by', 'text', required)
    .addColumn('expires_at', 'bigint', required)
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('mcp_login_attempts').execute();
  await db.schema.dropTable('mcp_logins').execute();
}
