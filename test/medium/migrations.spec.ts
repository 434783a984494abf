import { sql } from 'kysely';
import { MIGRATIONS } from '../../src/persistence/migrations/index.js';
import { DATABASES } from '../support/databases.js';

describe.each(DATABASES)('migrations on %s', (_, open) => {
  it('go up, hold their constraints, and go down again', async () => {
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
});
