import type { Kysely } from 'kysely';
import { required } from './columns.js';

/** The states of accounts as every replica shows them (ADR 0097). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_states')
    .addColumn('channel', 'text', required)
    .addColumn('account', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('reason', 'text')
    .addColumn('since', 'bigint', required)
    .addColumn('last_error', 'text')
    .addColumn('last_error_at', 'bigint')
    .addPrimaryKeyConstraint('account_states_pk', ['channel', 'account'])
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('account_states').execute();
}
