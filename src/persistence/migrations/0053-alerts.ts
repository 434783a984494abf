import { type Kysely, sql } from 'kysely';
import { required } from './columns.js';

/** Alerts that were raised; one of a code and subject is open at a time (ADR 0115). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alerts')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('code', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('message', 'text', required)
    .addColumn('since', 'bigint')
    .addColumn('setting', 'text')
    .addColumn('remedy', 'text')
    .addColumn('raised_at', 'bigint', required)
    .addColumn('absent_since', 'bigint')
    .addColumn('cleared_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('alerts_open')
    .unique()
    .on('alerts')
    .columns(['code', 'subject'])
    .where(sql.ref('cleared_at'), 'is', null)
    .execute();
  await db.schema.createIndex('alerts_age').on('alerts').column('cleared_at').execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('alerts').execute();
}
