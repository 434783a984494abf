import type { Kysely } from 'kysely';
import { key, required } from './columns.js';

/** The notes that replicas leave each other about the backups that they make; only PostgreSQL has several, but both have the table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backup_notes')
    .addColumn('id', 'text', key)
    .addColumn('note', 'text', required)
    .execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('backup_notes').execute();
}
