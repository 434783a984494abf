import type { Kysely } from 'kysely';
import { required } from './columns.js';

/** The tools of MCP servers, as they were accepted and as they are offered now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mcp_tools')
    .addColumn('server', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('origin', 'text', required)
    .addColumn('accepted', 'text')
    .addColumn('accepted_at', 'bigint')
    .addColumn('accepted_by', 'text')
    .addColumn('offered', 'text')
    .addColumn('offered_at', 'bigint', required)
    .addPrimaryKeyConstraint('mcp_tools_name', ['server', 'name'])
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('mcp_tools').execute();
}
