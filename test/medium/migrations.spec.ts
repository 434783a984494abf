import SqliteHandle from 'better-sqlite3';
import { Kysely, sql, SqliteDialect } from 'kysely';
import type { Migration } from 'kysely/migration';
import { MIGRATIONS, migrateUp } from '../../src/persistence/migrations/index.js';
import { DATABASES } from '../support/databases.js';
import { requestOf } from '../support/event-rows.js';

describe.each(DATABASES)('migrations on %s', (_, open) => {
  it('run up, hold their constraints, and run down', async () => {
    const database = await open();
    await database.db.transaction(async (tx) => {
      const db = database.db.on(tx);
      const event = {
        channel: 'c',
        account: 'a',
        inbox_key: 'k',
        session_key: 's',
        state: 'pending' as const,
        payload: '{}',
        received_at: 1,
      };
      await db
        .insertInto('inbound_events')
        .values({ id: '1', ...event })
        .execute();
    });
    const again = database.db.transaction((tx) =>
      database.db
        .on(tx)
        .insertInto('inbound_events')
        .values({
          id: '2',
          channel: 'c',
          account: 'a',
          inbox_key: 'k',
          session_key: 's',
          state: 'pending',
          payload: '{}',
          received_at: 2,
        })
        .execute(),
    );
    await expect(again).rejects.toThrow(/unique/i);
    await database.db.transaction(async (tx) => {
      for (const migration of Object.values(MIGRATIONS).reverse())
        await migration.down?.(database.db.on(tx) as never);
      await sql`select 1`.execute(database.db.on(tx));
    });
    const tables = await database.db.on().introspection.getTables();
    const ours = tables.filter(({ schema }) => schema !== 'graphile_worker');
    expect(ours.map(({ name }) => name)).toEqual([]);
    await database.close();
  });

  it('number existing pairing requests in the order of their ids, and continue from there', async () => {
    const { db, close } = await open();
    const step = MIGRATIONS['0034-pairing-numbers']!;
    await db.transaction(async (tx) => {
      const on = db.on(tx);
      await step.down!(on as never);
      for (const at of [3_000, 1_000, 2_000])
        await on
          .insertInto('pairing_requests')
          .values(requestOf(`at ${at}`, at))
          .execute();
      await step.up(on as never);
      await on.insertInto('pairing_requests').values(requestOf('new', 0)).execute();
      // A number is not given again, though it was the highest.
      await on.deleteFrom('pairing_requests').where('sender_id', '=', 'new').execute();
      await on.insertInto('pairing_requests').values(requestOf('newer', 0)).execute();
    });
    const rows = await db.on().selectFrom('pairing_requests').selectAll().orderBy('seq').execute();
    expect(rows.map(({ seq, sender_id }) => [seq, sender_id])).toEqual([
      [1, 'at 1000'],
      [2, 'at 2000'],
      [3, 'at 3000'],
      [5, 'newer'],
    ]);
    expect(rows[0]).toMatchObject(requestOf('at 1000', 1_000, rows[0]!.id));
    await close();
  });

  it('number the first pairing request 1', async () => {
    const { db, close } = await open();
    const step = MIGRATIONS['0034-pairing-numbers']!;
    const seq = await db.transaction(async (tx) => {
      await step.down!(db.on(tx) as never);
      await step.up(db.on(tx) as never);
      const insert = db.on(tx).insertInto('pairing_requests').values(requestOf('ann', 1)).returning('seq');
      return (await insert.executeTakeFirstOrThrow()).seq;
    });
    expect(seq).toBe(1);
    await close();
  });
});

it('a failed migration leaves a SQLite file unchanged', async () => {
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: new SqliteHandle(':memory:') }) });
  const broken: Migration = {
    up: async (on: Kysely<unknown>) => {
      await sql`create table half (id text)`.execute(on);
      throw new Error('broken');
    },
  };
  const all = MIGRATIONS as Record<string, Migration>;
  all['9999-broken'] = broken;
  await expect(migrateUp(db)).rejects.toThrow('broken');
  expect(await db.introspection.getTables({ withInternalKyselyTables: true })).toEqual([]);
  delete all['9999-broken'];
  await migrateUp(db);
  const names = (await db.introspection.getTables()).map(({ name }) => name);
  expect(names).toContain('jobs');
  expect(names).not.toContain('half');
  await db.destroy();
});

it('migrations keep the job lanes of a SQLite file of the previous release, and their order', async () => {
  const handle = new SqliteHandle(':memory:');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: handle }) });
  await migrateUp(db, '0032-session-revisions');
  handle.exec(`
    insert into jobs (id, kind, key, payload, attempts, created_at)
      values (1, 'k', 'a', '{}', 2, 1), (2, 'k', 'b', '{}', 0, 1), (3, 'k', 'a', '{}', 0, 1);
    insert into job_lanes (kind, key, visible_at, owner, epoch)
      values ('k', 'a', 70, null, 4), ('k', 'b', 30, 'wkr_1', 1);
  `);
  await migrateUp(db);
  const lanes = handle.prepare('select id, visible_at, owner, epoch from jobs order by id').raw();
  expect(lanes.all()).toEqual([
    [1, 70, null, 4],
    [2, 30, 'wkr_1', 1],
    [3, null, null, 0],
  ]);
  expect(handle.prepare('select count(*) from job_lanes').pluck().get()).toBe(0);
  await db.destroy();
});
