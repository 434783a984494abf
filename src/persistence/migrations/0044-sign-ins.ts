import type { Kysely } from 'kysely';
import { key, required } from './columns.js';

/** Cookies of the console and one-time links to it (ADR 0100). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sign_ins')
    .addColumn('id', 'text', key)
    .addColumn('kind', 'text', required)
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('token_id', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('used_at', 'bigint')
    .execute();
  await db.schema.createIndex('sign_ins_age').on('sign_ins').column('expires_at').execute();
  await db.schema.createIndex('sign_ins_token').on('sign_ins').columns(['token_id', 'kind', 'id']).execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('sign_ins').execute();
}
