import type { Kysely } from 'kysely';
import { key, required } from './columns.js';

/** Accounts of the Data API: users, their senders on the channels, their API keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createUsers(db);
  await createIdentities(db);
  await createKeys(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['api_keys', 'user_identities', 'users']) await db.schema.dropTable(table).execute();
}

async function createUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', key)
    .addColumn('display_name', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('email_key', 'text', (c) => c.notNull().unique())
    .addColumn('status', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute();
}

/** Identities refer to both sides: a row is deleted with the user, and with the grant of the sender. */
async function createIdentities(db: Kysely<unknown>): Promise<void> {
  const sender = ['channel', 'account', 'sender_id'] as const;
  await db.schema
    .createTable('user_identities')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', required)
    .addColumn('channel', 'text', required)
    .addColumn('account', 'text', required)
    .addColumn('sender_id', 'text', required)
    .addColumn('display_name', 'text')
    .addColumn('linked_at', 'bigint', required)
    .addUniqueConstraint('user_identities_of_sender', [...sender])
    .addForeignKeyConstraint('user_identities_user', ['user_id'], 'users', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .addForeignKeyConstraint('user_identities_grant', [...sender], 'grants', [...sender], (c) =>
      c.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('user_identities_of')
    .on('user_identities')
    .columns(['user_id', 'id'])
    .execute();
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', key)
    .addColumn('user_id', 'text', required)
    .addColumn('hash', 'text', (c) => c.notNull().unique())
    .addColumn('prefix', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('scopes', 'text', required)
    .addColumn('limit_per_minute', 'bigint')
    .addColumn('limit_per_hour', 'bigint')
    .addColumn('limit_per_day', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .addColumn('created_by', 'text', required)
    .addColumn('made_with', 'text')
    .addColumn('expires_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .addForeignKeyConstraint('api_keys_user', ['user_id'], 'users', ['id'], (c) => c.onDelete('cascade'))
    .execute();
  await db.schema.createIndex('api_keys_of').on('api_keys').columns(['user_id', 'id']).execute();
}
