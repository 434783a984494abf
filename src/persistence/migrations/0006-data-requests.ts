import { type Kysely, sql } from 'kysely';
import { key, required } from './columns.js';

/** Data-processing requests: waiting ones with their input, results for a limited time, and idempotency keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('data_requests')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', required)
    .addColumn('idempotency_key', 'text')
    .addColumn('fingerprint', 'text')
    .addColumn('status', 'text', required)
    .addColumn('processor', 'text', required)
    .addColumn('input', 'text')
    .addColumn('input_bytes', 'integer', required)
    .addColumn('options', 'text', required)
    .addColumn('output', 'text')
    .addColumn('error', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .addColumn('duration_ms', 'bigint')
    .addForeignKeyConstraint('data_requests_user', ['user_id'], 'users', ['id'], (c) => c.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('data_requests_of').on('data_requests').column('user_id').execute();
  await db.schema.createIndex('data_requests_age').on('data_requests').column('created_at').execute();
  await db.schema
    .createIndex('data_requests_idempotency')
    .on('data_requests')
    .columns(['user_id', 'idempotency_key'])
    .unique()
    .where('idempotency_key', 'is not', null)
    .execute();
  await db.schema
    .createIndex('data_requests_waiting')
    .on('data_requests')
    .column('user_id')
    .where(sql.ref('input'), 'is not', null)
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('data_requests').execute();
}
