import { type Kysely, sql } from 'kysely';
import { key, required, withSequence } from './columns.js';

/** Messages that wait for webhooks, and what is known of those (ADR 0114). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await withSequence(db, db.schema.createTable('webhook_messages'), 'seq')
    .addColumn('id', 'text', required)
    .addColumn('webhook', 'text', required)
    .addColumn('lane', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('body', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('retry_at', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('died_at', 'bigint')
    .execute();
  const index = (name: string) => db.schema.createIndex(`webhook_messages_${name}`).on('webhook_messages');
  const waiting = ['webhook', 'seq', 'lane', 'created_at'];
  await index('waiting').columns(waiting).where(sql.ref('died_at'), 'is', null).execute();
  await index('retried').columns(['webhook', 'lane']).where(sql.ref('retry_at'), 'is not', null).execute();
  await index('dead').column('webhook').where(sql.ref('died_at'), 'is not', null).execute();
  await index('age').column('created_at').execute();
  await db.schema
    .createTable('webhook_states')
    .addColumn('id', 'text', key)
    .addColumn('target', 'text', required)
    .addColumn('off_at', 'bigint')
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('failing_since', 'bigint')
    .addColumn('retry_at', 'bigint')
    .addColumn('last_success_at', 'bigint')
    .addColumn('last_failure_at', 'bigint')
    .addColumn('last_failure', 'text')
    .execute();
  await db.schema
    .createTable('webhook_subjects')
    .addColumn('subject', 'text', key)
    .addColumn('state', 'text', required)
    .addColumn('since', 'bigint', required)
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['webhook_subjects', 'webhook_states', 'webhook_messages'])
    await db.schema.dropTable(table).execute();
}
