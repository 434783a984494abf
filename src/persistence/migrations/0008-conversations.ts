import { type Kysely, sql } from 'kysely';
import { key, required } from './columns.js';

/** Groups, sessions with settings, turns that can be resumed, and the view of a conversation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of ADDED) await db.schema.alterTable(table).addColumn(column, 'text').execute();
  await db.schema
    .alterTable('transcript')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('turn'))
    .execute();
  await createSessions(db);
  await createTurns(db);
  await indexConversations(db);
  for (const [table, column] of BY_AGE)
    await db.schema.createIndex(`${table}_age`).on(table).column(column).execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const index of ['inbound_events_dropped', 'transcript_conversation'])
    await db.schema.dropIndex(index).execute();
  for (const table of ['turn_steps', 'turn_progress', 'sessions']) await db.schema.dropTable(table).execute();
  for (const [table, column] of [...ADDED, ['transcript', 'kind'] as const])
    await db.schema.alterTable(table).dropColumn(column).execute();
}

const ADDED = [
  ['inbound_events', 'conversation_id'],
  ['inbound_events', 'sender_id'],
  ['transcript', 'reply_to'],
  ['deliveries', 'thread_id'],
] as const;

/** For retention. */
const BY_AGE = [
  ['sessions', 'updated_at'],
  ['turn_progress', 'updated_at'],
  ['turn_steps', 'created_at'],
] as const;

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('session_key', 'text', key)
    .addColumn('begins_after', 'bigint', required)
    .addColumn('model', 'text')
    .addColumn('stopped_at', 'bigint')
    .addColumn('updated_at', 'bigint', required)
    .execute();
}

async function createTurns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('turn_progress')
    .addColumn('event_id', 'text', key)
    .addColumn('said', 'text', required)
    .addColumn('updated_at', 'bigint', required)
    .execute();
  await db.schema
    .createTable('turn_steps')
    .addColumn('event_id', 'text', required)
    .addColumn('step', 'text', required)
    .addColumn('result', 'text')
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('turn_steps_pk', ['event_id', 'step'])
    .execute();
}

async function indexConversations(db: Kysely<unknown>): Promise<void> {
  const place = ['channel', 'account', 'conversation_id'] as const;
  await db.schema
    .createIndex('transcript_conversation')
    .on('transcript')
    .columns([...place, 'id'])
    .execute();
  await db.schema
    .createIndex('inbound_events_dropped')
    .on('inbound_events')
    .columns([...place, 'id'])
    .where(sql.ref('outcome'), '=', sql.lit('dropped'))
    .execute();
}
