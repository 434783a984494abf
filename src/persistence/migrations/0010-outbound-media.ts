import { type Kysely, sql } from 'kysely';
import { binary, key, required } from './columns.js';

/** The bytes of outgoing files, each once, and the deliveries that need them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outbound_media')
    .addColumn('id', 'text', key)
    .addColumn('bytes', binary(db), required)
    .addColumn('used_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('outbound_media_age').on('outbound_media').column('used_at').execute();
  await db.schema.alterTable('deliveries').addColumn('media_id', 'text').execute();
  await db.schema
    .createIndex('deliveries_media')
    .on('deliveries')
    .column('media_id')
    .where(sql.ref('media_id'), 'is not', null)
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('deliveries_media').execute();
  await db.schema.alterTable('deliveries').dropColumn('media_id').execute();
  await db.schema.dropTable('outbound_media').execute();
}
