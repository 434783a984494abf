import type { Kysely } from 'kysely';
import { key, required } from './columns.js';

/** Polls that were sent, and the last vote of each sender; a vote is deleted with its poll. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('polls')
    .addColumn('id', 'text', key)
    .addColumn('channel', 'text', required)
    .addColumn('account', 'text', required)
    .addColumn('conversation_id', 'text', required)
    .addColumn('delivery_id', 'text', required)
    .addColumn('question', 'text', required)
    .addColumn('options', 'text', required)
    .addColumn('max_selections', 'integer', required)
    .addColumn('created_by', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('used_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('polls_age').on('polls').column('used_at').execute();
  await db.schema
    .createIndex('polls_conversation')
    .on('polls')
    .columns(['channel', 'account', 'conversation_id', 'id'])
    .execute();
  await db.schema
    .createTable('poll_votes')
    .addColumn('poll_id', 'text', required)
    .addColumn('sender_id', 'text', required)
    .addColumn('sender_name', 'text')
    .addColumn('selections', 'text', required)
    .addColumn('voted_at', 'bigint', required)
    .addPrimaryKeyConstraint('poll_votes_pk', ['poll_id', 'sender_id'])
    .addForeignKeyConstraint('poll_votes_poll', ['poll_id'], 'polls', ['id'], (c) => c.onDelete('cascade'))
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('poll_votes').execute();
  await db.schema.dropTable('polls').execute();
}
