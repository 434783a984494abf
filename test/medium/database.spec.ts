import { sql } from 'kysely';
import {
  type Database,
  prepared,
  type Row,
  type TransactionOptions,
  type Tx,
} from '../../src/persistence/index.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';

const AT_LEAST = prepared((on, { key, limit }: Pick<Row<'connector_state'>, 'key'> & { limit: number }) =>
  on.selectFrom('connector_state').select('key').where('key', '>=', key).orderBy('key').limit(limit),
);

/**
 * Leaves no room for the smallest row.
 * @returns a function that frees it again
 */
async function fillDisk(db: Database): Promise<() => Promise<unknown>> {
  const run = (statement: string) => db.transaction((tx) => sql.raw(statement).execute(db.on(tx)));
  if (db.dialect === 'postgres') {
    await run(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`);
    for (const table of ['connector_state', 'leases'])
      await run(`create trigger full_disk before insert on ${table} execute function full_disk()`);
    return () => run('drop function full_disk() cascade');
  }
  await run('pragma max_page_count = 1');
  const insert = (n: number) =>
    run(
      `insert into leases (name, owner, expires_at) values ('probe:${String(n).padStart(36, '0')}', 'readiness', 0)`,
    );
  const fill = async () => {
    for (let n = 0; ; n++) await insert(n);
  };
  await expect(fill()).rejects.toMatchObject({ code: 'UNAVAILABLE', cause: { code: 'SQLITE_FULL' } });
  return () => run('pragma max_page_count = 1000000');
}

describe.each(DATABASES)('transactions on %s', (_, open) => {
  let database: TestDatabase;
  let free: () => Promise<unknown>;
  beforeEach(async () => {
    database = await open();
    free = () => Promise.resolve();
  });
  afterEach(async () => {
    // The next test may get the same database.
    await free();
    await database.close();
  });

  const put = (tx: Tx, key: string, value = key) =>
    database.db
      .on(tx)
      .insertInto('connector_state')
      .values({ channel: 'c', account: 'a', key, value, updated_at: 1 })
      .execute();
  const insert = (key: string, options?: TransactionOptions, value = key) =>
    database.db.transaction((tx) => put(tx, key, value), options);
  const keys = async () => {
    const rows = await database.db.on().selectFrom('connector_state').select('key').orderBy('key').execute();
    return rows.map(({ key }) => key);
  };

  it('are independent when run at the same time: a failed insert does not affect others', async () => {
    await insert('taken');
    const results = await Promise.allSettled(['a', 'taken', 'b', 'c'].map((key) => insert(key)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(await keys()).toEqual(['a', 'b', 'c', 'taken']);
  });

  it('are independent when run at the same time: a thrown error rolls back its own writes only', async () => {
    const writeAndFail = (key: string) =>
      database.db.transaction(async (tx) => {
        await put(tx, key);
        throw new Error('undo');
      });
    const results = await Promise.allSettled([
      insert('a'),
      writeAndFail('b'),
      insert('c'),
      writeAndFail('d'),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    expect(await keys()).toEqual(['a', 'c']);
  });

  it('are independent when run at the same time: the first one may fail as well', async () => {
    await insert('taken');
    const results = await Promise.allSettled(['taken', 'taken', 'a', 'taken', 'b'].map((key) => insert(key)));
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([false, false, true, false, true]);
    expect(await keys()).toEqual(['a', 'b', 'taken']);
  });

  it.each<[string, (work: Promise<void>) => Promise<void>]>([
    ['committed', (work) => work],
    ['failed', () => Promise.reject(new Error('undo'))],
  ])('refuse a late statement of one that has %s, also while another runs', async (_end, end) => {
    const { db } = database;
    let late: ReturnType<typeof db.on> | undefined;
    const ended = db.transaction(async (tx) => {
      late = db.on(tx);
      await end(put(tx, 'in time').then(() => undefined));
    });
    await Promise.allSettled([ended]);
    const row = { channel: 'c', account: 'a', key: 'late', value: '', updated_at: 1 };
    const write = () => late?.insertInto('connector_state').values(row).execute();
    await expect(write()).rejects.toThrow('this transaction has ended');
    await db.transaction(async (tx) => {
      await put(tx, 'another');
      await expect(write()).rejects.toThrow('this transaction has ended');
    });
    expect(await keys()).not.toContain('late');
  });

  it('undo all writes when they fail, and run no hook', async () => {
    const hooks: string[] = [];
    const failing = database.db.transaction(async (tx) => {
      tx.afterCommit(() => hooks.push('ran'));
      await put(tx, 'x');
      throw new Error('undo');
    });
    await expect(failing).rejects.toThrow('undo');
    expect(await keys()).toEqual([]);
    expect(hooks).toEqual([]);
  });

  it('show their writes to others only after the commit, and run hooks after it', async () => {
    const seen: string[][] = [];
    await database.db.transaction(async (tx) => {
      await put(tx, 'x');
      seen.push(await keys());
      tx.afterCommit(() => seen.push(['committed']));
    });
    seen.push(await keys());
    expect(seen).toEqual([[], ['committed'], ['x']]);
  });

  it('refuse a nested one, and use after their end', async () => {
    const nested = database.db.transaction(() => insert('inner'));
    await expect(nested).rejects.toThrow('nested transaction');
    const over = await database.db.transaction(async (tx) => tx);
    expect(() => database.db.on(over)).toThrow('has ended');
  });

  it('commit in hundreds at the same time', async () => {
    const wanted = Array.from({ length: 600 }, (_unused, n) => String(n).padStart(4, '0'));
    await Promise.all(wanted.map((key) => insert(key)));
    expect(await keys()).toEqual(wanted);
  });

  it('with mayWait commit with the next one without, in the order of the calls', async () => {
    const ended: string[] = [];
    const patient = insert('patient', { mayWait: true }).then(() => ended.push('patient'));
    await insert('hurried').then(() => ended.push('hurried'));
    await patient;
    if (database.db.dialect === 'sqlite') expect(ended).toEqual(['patient', 'hurried']);
    expect(await keys()).toEqual(['hurried', 'patient']);
  });

  it('with mayWait commit even if none follows', async () => {
    await insert('a', { mayWait: true });
    expect(await keys()).toEqual(['a']);
  });

  it('distinguish a full disk from a bad query, and fail their ping until a write succeeds', async () => {
    await insert('before');
    free = await fillDisk(database.db);
    // SQLite rolls back as a whole a write that shares its commit with a read and is not the first of its batch.
    const beside = database.db.transaction(() => Promise.resolve());
    const writes = ['a', 'b', 'c'].map((key) => insert(key, {}, 'x'.repeat(100_000)));
    const [, ...results] = await Promise.allSettled([beside, ...writes]);
    const unavailable = { reason: { code: 'UNAVAILABLE' } };
    expect(results).toMatchObject([unavailable, unavailable, unavailable]);
    // One that writes nothing can still end well.
    await database.db.transaction(() => Promise.resolve());
    await expect(database.db.ping()).rejects.toMatchObject(unavailable.reason);
    expect(await keys()).toEqual(['before']);
    await free();
    free = () => Promise.resolve();
    await database.db.ping();
    await insert('after');
    await expect(insert('after')).rejects.not.toMatchObject(unavailable.reason);
    await database.db.ping();
    expect(await keys()).toEqual(['after', 'before']);
  });

  it('run a prepared query with the values of each call, also beside a transaction', async () => {
    const values = ['a', 'b', 'c'];
    for (const key of values) await insert(key);
    const ask = async (key: string, limit: number, on = database.db.on()) =>
      (await AT_LEAST(on, { key, limit })).rows.map((row) => row.key);
    expect(await ask('a', 2)).toEqual(['a', 'b']);
    expect(await ask('b', 5)).toEqual(['b', 'c']);
    const inside = await database.db.transaction((tx) => ask('c', 1, database.db.on(tx)));
    expect(inside).toEqual(['c']);
  });
});

it('waiting units are committed before the embedded database is closed', async () => {
  const [, open] = DATABASES.find(([name]) => name === 'SQLite')!;
  const { db, close } = await open();
  const late = db.transaction(() => Promise.resolve('committed'), { mayWait: true });
  await close();
  await expect(late).resolves.toBe('committed');
});

it('a failed commit rolls back all units that shared it, fails each, and lets the next one pass', async () => {
  const [, open] = DATABASES.find(([name]) => name === 'SQLite')!;
  const { db, close } = await open();
  const at = { channel: 'c', account: 'a' };
  const insert = (key: string) => {
    const row = { ...at, key, value: '', updated_at: 1 };
    return db.transaction((tx) => db.on(tx).insertInto('connector_state').values(row).execute());
  };
  const breaking = db.transaction(async (tx) => {
    // Only the commit detects that the user does not exist.
    await sql`pragma defer_foreign_keys = on`.execute(db.on(tx));
    const row = { ...at, id: 'x', user_id: 'nobody', sender_id: 's', display_name: null, linked_at: 1 };
    await db.on(tx).insertInto('user_identities').values(row).execute();
  });
  const results = await Promise.allSettled([insert('with it'), breaking]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await insert('after it');
  const kept = await db.on().selectFrom('connector_state').select('key').execute();
  expect(kept).toEqual([{ key: 'after it' }]);
  expect(await db.on().selectFrom('user_identities').select('id').execute()).toEqual([]);
  await close();
});
