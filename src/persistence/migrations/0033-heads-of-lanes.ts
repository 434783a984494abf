import { type Kysely, sql } from 'kysely';
import { dialectOf } from './columns.js';

/**
 * On SQLite a lane is the row of its first job (ADR 0059). A delivery without a remote id is in no index of remote ids:
 * each began there, and was moved at its end.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('deliveries_remote').execute();
  await byRemoteId(db).where(sql.ref('remote_id'), 'is not', null).execute();
  // An export of one database is imported into the other, so both have the columns.
  await db.schema.alterTable('jobs').addColumn('visible_at', 'bigint').execute();
  await db.schema.alterTable('jobs').addColumn('owner', 'text').execute();
  const zero = sql.lit(0);
  await db.schema
    .alterTable('jobs')
    .addColumn('epoch', 'bigint', (column) => column.notNull().defaultTo(zero))
    .execute();
  if (dialectOf(db) === 'sqlite') await toHeads(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  if (dialectOf(db) === 'sqlite') await toLanes(db);
  for (const column of ['visible_at', 'owner', 'epoch'])
    await db.schema.alterTable('jobs').dropColumn(column).execute();
  await db.schema.dropIndex('deliveries_remote').execute();
  await byRemoteId(db).execute();
}

const byRemoteId = (db: Kysely<unknown>) =>
  db.schema.createIndex('deliveries_remote').on('deliveries').columns(['channel', 'account', 'remote_id']);

async function toHeads(db: Kysely<unknown>): Promise<void> {
  const due = db.schema.createIndex('jobs_due').on('jobs').columns(['kind', 'visible_at']);
  await due.where(sql.ref('visible_at'), 'is not', null).execute();
  await sql`
    update jobs set visible_at = lane.visible_at, owner = lane.owner, epoch = lane.epoch
    from job_lanes as lane
    where lane.kind = jobs.kind and lane.key = jobs.key
      and jobs.id in (select min(id) from jobs group by kind, key)
  `.execute(db);
  await sql`delete from job_lanes`.execute(db);
}

async function toLanes(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into job_lanes (kind, key, visible_at, owner, epoch)
    select kind, key, visible_at, owner, epoch from jobs where visible_at is not null
  `.execute(db);
  await db.schema.dropIndex('jobs_due').execute();
}
