import type { Kysely } from 'kysely';
import { key, required } from './columns.js';

/** Conversations in which programs answered each other, and the service's receipts for sent messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('loop_breaks')
    .addColumn('id', 'text', key)
    .addColumn('channel', 'text', required)
    .addColumn('account', 'text', required)
    .addColumn('conversation_id', 'text', required)
    .addColumn('rounds', 'integer', required)
    .addColumn('times', 'integer', required)
    .addColumn('broken_at', 'bigint', required)
    .addColumn('ends_at', 'bigint', required)
    .addUniqueConstraint('loop_breaks_place', ['channel', 'account', 'conversation_id'])
    .execute();
  await db.schema.createIndex('loop_breaks_age').on('loop_breaks').column('ends_at').execute();
  for (const column of RECEIPTS)
    await db.schema.alterTable('deliveries').addColumn(column, 'bigint').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const column of RECEIPTS) await db.schema.alterTable('deliveries').dropColumn(column).execute();
  await db.schema.dropTable('loop_breaks').execute();
}

const RECEIPTS = ['delivered_at', 'read_at'] as const;
