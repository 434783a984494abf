import { type Kysely, sql } from 'kysely';
import { dialectOf } from './columns.js';

/**
 * Each index costs every message a page of the log. Ids contain the creation time, so rows ordered by id need no index
 * by age; the owner of a lane is queried on PostgreSQL only, its due time on SQLite only. A dropped event is found by
 * its reason: the end of all other events leaves that column unchanged, which lets PostgreSQL write their new version
 * into no index at all.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name] of BY_AGE) await db.schema.dropIndex(name).execute();
  await db.schema.dropIndex(unread(db).name).execute();
  await db.schema.dropIndex('inbound_events_dropped').execute();
  await dropped(db).where(sql.ref('reason'), 'is not', null).execute();
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('inbound_events_dropped').execute();
  await dropped(db).where(sql.ref('outcome'), '=', sql.lit('dropped')).execute();
  await unread(db).make();
  for (const [name, table, column] of BY_AGE) {
    const index = db.schema.createIndex(name).on(table).column(column);
    await (column === 'processed_at' ? index.where(column, 'is not', null) : index).execute();
  }
}

const BY_AGE = [
  ['transcript_age', 'transcript', 'created_at'],
  ['deliveries_age', 'deliveries', 'created_at'],
  ['inbound_events_processed_at', 'inbound_events', 'processed_at'],
] as const;

/** The index of lanes that this dialect does not read. */
function unread(db: Kysely<unknown>): { readonly name: string; readonly make: () => Promise<void> } {
  const lanes = (name: string) => db.schema.createIndex(name).on('job_lanes');
  return dialectOf(db) === 'sqlite'
    ? {
        name: 'job_lanes_owner',
        make: () => lanes('job_lanes_owner').column('owner').where('owner', 'is not', null).execute(),
      }
    : {
        name: 'job_lanes_due',
        make: () => lanes('job_lanes_due').columns(['kind', 'visible_at']).execute(),
      };
}

const dropped = (db: Kysely<unknown>) =>
  db.schema
    .createIndex('inbound_events_dropped')
    .on('inbound_events')
    .columns(['channel', 'account', 'conversation_id', 'id']);
