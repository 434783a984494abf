import { DATABASES, type TestDatabase } from '../support/databases.js';

describe.each(DATABASES)('transactions on %s', (_, open) => {
  let database: TestDatabase;
  beforeEach(async () => (database = await open()));
  afterEach(() => database.close());

  const insert = (key: string) =>
    database.db.transaction((tx) =>
      database.db
        .on(tx)
        .insertInto('connector_state')
        .values({ channel: 'c', account: 'a', key, value: key, updated_at: 1 })
        .execute(),
    );
  const keys = async () => {
    const rows = await database.db.on().selectFrom('connector_state').select('key').orderBy('key').execute();
    return rows.map(({ key }) => key);
  };

  it('keeps concurrent transactions apart: one that fails takes no other with it', async () => {
    await insert('taken');
    const results = await Promise.allSettled(['a', 'taken', 'b', 'c'].map(insert));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(await keys()).toEqual(['a', 'b', 'c', 'taken']);
  });

  it('undoes everything a failing transaction did, and runs none of its hooks', async () => {
    const hooks: string[] = [];
    const failing = database.db.transaction(async (tx) => {
      tx.afterCommit(() => hooks.push('ran'));
      await database.db
        .on(tx)
        .insertInto('connector_state')
        .values({ channel: 'c', account: 'a', key: 'x', value: '', updated_at: 1 })
        .execute();
      throw new Error('undo');
    });
    await expect(failing).rejects.toThrow('undo');
    expect(await keys()).toEqual([]);
    expect(hooks).toEqual([]);
  });

  it('shows others nothing before the commit, and runs hooks after it', async () => {
    const seen: string[][] = [];
    await database.db.transaction(async (tx) => {
      await database.db
        .on(tx)
        .insertInto('connector_state')
        .values({ channel: 'c', account: 'a', key: 'x', value: '', updated_at: 1 })
        .execute();
      seen.push(await keys());
      tx.afterCommit(() => seen.push(['committed']));
    });
    seen.push(await keys());
    expect(seen).toEqual([[], ['committed'], ['x']]);
  });

  it('refuses a nested transaction and one that is over', async () => {
    const nested = database.db.transaction(() => insert('inner'));
    await expect(nested).rejects.toThrow('nested transaction');
    const over = await database.db.transaction(async (tx) => tx);
    expect(() => database.db.on(over)).toThrow('over');
  });

  it('commits hundreds of concurrent transactions', async () => {
    const wanted = Array.from({ length: 600 }, (_unused, n) => String(n).padStart(4, '0'));
    await Promise.all(wanted.map(insert));
    expect(await keys()).toEqual(wanted);
  });
});
