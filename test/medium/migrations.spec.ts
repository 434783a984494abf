import SqliteHandle from 'better-sqlite3';
import { Kysely, sql, SqliteDialect } from 'kysely';
import type { Migration } from 'kysely/migration';
import { latestMigration, MIGRATIONS, migrateUp } from '../../src/persistence/migrations/index.js';
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

  it('number the pairing requests from 1, and give no number again', async () => {
    const { db, close } = await open();
    await db.transaction(async (tx) => {
      const on = db.on(tx);
      for (const name of ['ann', 'ben'])
        await on.insertInto('pairing_requests').values(requestOf(name, 1)).execute();
      await on.deleteFrom('pairing_requests').where('sender_id', '=', 'ben').execute();
      await on.insertInto('pairing_requests').values(requestOf('kim', 1)).execute();
    });
    const rows = await db
      .on()
      .selectFrom('pairing_requests')
      .select(['seq', 'sender_id'])
      .orderBy('seq')
      .execute();
    expect(rows).toEqual([
      { seq: 1, sender_id: 'ann' },
      { seq: 3, sender_id: 'kim' },
    ]);
    await close();
  });
});

it('a database of 0.2.0, whose steps had names of their own, is taken over', async () => {
  const handle = new SqliteHandle(':memory:');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: handle }) });
  const [release, ...later] = Object.keys(MIGRATIONS);
  await migrateUp(db, release);
  handle.exec(`
    insert into kysely_migration (name, timestamp) values ('0001-initial', '');
    insert into sessions (session_key, begins_after, updated_at) values ('a', 1, 1);
  `);
  expect(await migrateUp(db)).toEqual(later);
  expect(handle.prepare('select name from kysely_migration order by name').pluck().all()).toEqual([
    release,
    ...later,
  ]);
  expect(handle.prepare('select session_key from sessions').pluck().all()).toEqual(['a']);
  await db.destroy();
});

it('a database between two releases is refused', async () => {
  const handle = new SqliteHandle(':memory:');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: handle }) });
  await migrateUp(db);
  handle.exec(`update kysely_migration set name = '0040-woken-lanes' where name = '${latestMigration()}'`);
  await expect(migrateUp(db)).rejects.toThrow('migration 0040-woken-lanes is unknown');
  await db.destroy();
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
