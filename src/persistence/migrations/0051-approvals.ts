import type { Kysely } from 'kysely';
import { required } from './columns.js';

/** Tool calls that wait for a person's decision, and what people permitted for a time (ADR 0109). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('approvals')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('code', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('agent_id', 'text', required)
    .addColumn('provider', 'text', required)
    .addColumn('tool', 'text', required)
    .addColumn('model_name', 'text', required)
    .addColumn('origin', 'text', required)
    .addColumn('definition', 'text', required)
    .addColumn('input', 'text', required)
    .addColumn('digest', 'text', required)
    .addColumn('channel', 'text', required)
    .addColumn('account', 'text', required)
    .addColumn('conversation_id', 'text', required)
    .addColumn('sender_id', 'text', required)
    .addColumn('asked_in', 'text', required)
    .addColumn('shown', 'text', required)
    .addColumn('session_key', 'text', required)
    .addColumn('event_id', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('decided_at', 'bigint')
    .addColumn('decided_by', 'text')
    .addColumn('decided_by_name', 'text')
    .addColumn('reason', 'text')
    .addColumn('result', 'text')
    .addColumn('ended_at', 'bigint')
    .execute();
  await db.schema.createIndex('approvals_state').on('approvals').columns(['state', 'id']).execute();
  await db.schema.createIndex('approvals_age').on('approvals').column('ended_at').execute();
  await db.schema.createIndex('approvals_code').on('approvals').columns(['code', 'id']).execute();
  await db.schema
    .createTable('tool_permissions')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('agent_id', 'text', required)
    .addColumn('provider', 'text', required)
    .addColumn('tool', 'text', required)
    .addColumn('model_name', 'text', required)
    .addColumn('origin', 'text', required)
    .addColumn('definition', 'text', required)
    .addColumn('channel', 'text', required)
    .addColumn('account', 'text', required)
    .addColumn('conversation_id', 'text', required)
    .addColumn('sender_id', 'text', required)
    .addColumn('sender_name', 'text')
    .addColumn('granted_by', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('ends_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('tool_permissions_age').on('tool_permissions').columns(['ends_at']).execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('tool_permissions').execute();
  await db.schema.dropTable('approvals').execute();
}
