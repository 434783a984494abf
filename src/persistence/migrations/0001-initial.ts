import type { Kysely } from 'kysely';
import { key, required, withSequence } from './columns.js';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createInbox(db);
  await createTranscript(db);
  await createDeliveries(db);
  await createAccess(db);
  await createJobs(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES.toReversed()) await db.schema.dropTable(table).execute();
}

const TABLES = [
  'inbound_events',
  'connector_state',
  'conversations',
  'transcript',
  'deliveries',
  'delivery_attempts',
  'pairing_requests',
  'grants',
  'audit_log',
  'jobs',
  'job_lanes',
  'dead_jobs',
];

async function createInbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('inbound_events')
    .addColumn('id', 'text', key)
    .addColumn('channel', 'text', required)
    .addColumn('account', 'text', required)
    .addColumn('inbox_key', 'text', required)
    .addColumn('session_key', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('outcome', 'text')
    .addColumn('reason', 'text')
    .addColumn('payload', 'text', required)
    .addColumn('received_at', 'bigint', required)
    .addColumn('processed_at', 'bigint')
    .addUniqueConstraint('inbound_events_inbox', ['channel', 'account', 'inbox_key'])
    .execute();
  await db.schema
    .createTable('connector_state')
    .addColumn('channel', 'text', required)
    .addColumn('account', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('updated_at', 'bigint', required)
    .addPrimaryKeyConstraint('connector_state_pk', ['channel', 'account', 'key'])
    .execute();
}

async function createTranscript(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('conversations')
    .addColumn('id', 'text', key)
    .addColumn('channel', 'text', required)
    .addColumn('account', 'text', required)
    .addColumn('conversation_id', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('name', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('last_message_at', 'bigint', required)
    .addUniqueConstraint('conversations_place', ['channel', 'account', 'conversation_id'])
    .execute();
  await withSequence(db, db.schema.createTable('transcript'), 'seq')
    .addColumn('id', 'text', (c) => c.notNull().unique())
    .addColumn('session_key', 'text', required)
    .addColumn('channel', 'text', required)
    .addColumn('account', 'text', required)
    .addColumn('conversation_id', 'text', required)
    .addColumn('role', 'text', required)
    .addColumn('sender_id', 'text')
    .addColumn('sender_name', 'text')
    .addColumn('text', 'text', required)
    .addColumn('remote_id', 'text')
    .addColumn('event_id', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await db.schema
    .createIndex('transcript_session')
    .on('transcript')
    .columns(['session_key', 'seq'])
    .execute();
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deliveries')
    .addColumn('id', 'text', key)
    .addColumn('channel', 'text', required)
    .addColumn('account', 'text', required)
    .addColumn('conversation_id', 'text', required)
    .addColumn('content', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('event_id', 'text')
    .addColumn('attempts', 'integer', required)
    .addColumn('failures', 'integer', required)
    .addColumn('remote_id', 'text')
    .addColumn('last_code', 'text')
    .addColumn('last_detail', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('first_attempt_at', 'bigint')
    .addColumn('last_attempt_at', 'bigint')
    .addColumn('last_ended_at', 'bigint')
    .addColumn('sent_at', 'bigint')
    .execute();
  await db.schema.createIndex('deliveries_state').on('deliveries').columns(['state', 'id']).execute();
  await db.schema
    .createIndex('deliveries_remote')
    .on('deliveries')
    .columns(['channel', 'account', 'remote_id'])
    .execute();
  await db.schema
    .createTable('delivery_attempts')
    .addColumn('delivery_id', 'text', required)
    .addColumn('number', 'integer', required)
    .addColumn('started_at', 'bigint', required)
    .addColumn('ended_at', 'bigint', required)
    .addColumn('outcome', 'text', required)
    .addColumn('code', 'text')
    .addColumn('detail', 'text')
    .addPrimaryKeyConstraint('delivery_attempts_pk', ['delivery_id', 'number'])
    .execute();
}

async function createAccess(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pairing_requests')
    .addColumn('id', 'text', key)
    .addColumn('channel', 'text', required)
    .addColumn('account', 'text', required)
    .addColumn('sender_id', 'text', required)
    .addColumn('sender_name', 'text')
    .addColumn('code', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('decided_at', 'bigint')
    .addColumn('decided_by', 'text')
    .execute();
  await db.schema
    .createIndex('pairing_requests_sender')
    .on('pairing_requests')
    .columns(['channel', 'account', 'sender_id', 'id'])
    .execute();
  await db.schema
    .createIndex('pairing_requests_status')
    .on('pairing_requests')
    .columns(['status', 'channel', 'account', 'code'])
    .execute();
  await db.schema
    .createTable('grants')
    .addColumn('id', 'text', key)
    .addColumn('channel', 'text', required)
    .addColumn('account', 'text', required)
    .addColumn('sender_id', 'text', required)
    .addColumn('sender_name', 'text')
    .addColumn('source', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('created_by', 'text', required)
    .addUniqueConstraint('grants_sender', ['channel', 'account', 'sender_id'])
    .execute();
  await withSequence(db, db.schema.createTable('audit_log'), 'seq')
    .addColumn('at', 'bigint', required)
    .addColumn('actor', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('details', 'text', required)
    .execute();
}

async function createJobs(db: Kysely<unknown>): Promise<void> {
  await withSequence(db, db.schema.createTable('jobs'), 'id')
    .addColumn('kind', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('payload', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('jobs_lane').on('jobs').columns(['kind', 'key', 'id']).execute();
  await db.schema
    .createTable('job_lanes')
    .addColumn('kind', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('visible_at', 'bigint', required)
    .addColumn('owner', 'text')
    .addColumn('epoch', 'bigint', required)
    .addPrimaryKeyConstraint('job_lanes_pk', ['kind', 'key'])
    .execute();
  await db.schema.createIndex('job_lanes_due').on('job_lanes').columns(['kind', 'visible_at']).execute();
  await db.schema
    .createTable('dead_jobs')
    .addColumn('id', 'bigint', key)
    .addColumn('kind', 'text', required)
    .addColumn('key', 'text', required)
    .addColumn('payload', 'text', required)
    .addColumn('attempts', 'integer', required)
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('died_at', 'bigint', required)
    .execute();
}
