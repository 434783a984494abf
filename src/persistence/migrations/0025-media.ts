import { type Kysely, sql } from 'kysely';
import { binary, dialectOf, key, required } from './columns.js';

/**
 * One store for the files of all channels (ADR 0037): the properties of each file, its bytes where they are in the
 * database, and the messages that brought it. Files of pending deliveries move into it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('media')
    .addColumn('id', 'text', key)
    .addColumn('mime_type', 'text', required)
    .addColumn('bytes', 'bigint', required)
    .addColumn('used_at', 'bigint', required)
    .addColumn('held_until', 'bigint')
    .execute();
  await db.schema.createIndex('media_age').on('media').column('used_at').execute();
  await db.schema.createIndex('media_sizes').on('media').column('bytes').execute();
  await db.schema
    .createTable('media_chunks')
    .addColumn('media_id', 'text', required)
    .addColumn('number', 'integer', required)
    .addColumn('bytes', binary(db), required)
    .addColumn('written_at', 'bigint', required)
    .addPrimaryKeyConstraint('media_chunks_pk', ['media_id', 'number'])
    .execute();
  await db.schema.createIndex('media_chunks_age').on('media_chunks').column('written_at').execute();
  await db.schema
    .createTable('message_files')
    .addColumn('entry_id', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('media_id', 'text')
    .addColumn('name', 'text', required)
    .addColumn('mime_type', 'text', required)
    .addColumn('bytes', 'bigint', required)
    .addColumn('problem', 'text')
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('message_files_pk', ['entry_id', 'position'])
    .execute();
  await db.schema.createIndex('message_files_age').on('message_files').column('created_at').execute();
  await db.schema
    .createIndex('message_files_media')
    .on('message_files')
    .column('media_id')
    .where(sql.ref('media_id'), 'is not', null)
    .execute();
  await moveFilesOnTheirWay(db);
}

/** The kind of the file is in its delivery; no query reads the column. */
async function moveFilesOnTheirWay(db: Kysely<unknown>): Promise<void> {
  const size = sql.raw(dialectOf(db) === 'sqlite' ? 'length(bytes)' : 'octet_length(bytes)');
  await sql`
    insert into media (id, mime_type, bytes, used_at)
    select id, 'application/octet-stream', ${size}, used_at from outbound_media
  `.execute(db);
  await sql`
    insert into media_chunks (media_id, number, bytes, written_at) select id, 0, bytes, used_at from outbound_media
  `.execute(db);
  await db.schema.dropTable('outbound_media').execute();
}

/** A file outside the database, or in several pieces, cannot go back. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outbound_media')
    .addColumn('id', 'text', key)
    .addColumn('bytes', binary(db), required)
    .addColumn('used_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('outbound_media_age').on('outbound_media').column('used_at').execute();
  for (const table of ['message_files', 'media_chunks', 'media']) await db.schema.dropTable(table).execute();
}
