import { jest } from '@jest/globals';
import { sql as raw } from 'kysely';
import pg from 'pg';
import { type Tx } from '../../../src/persistence/index.js';
import { pick, prepared } from '../../../src/persistence/database/prepared.js';
import { PostgresDatabase } from '../../../src/persistence/postgres/postgres-database.js';
import type { Row } from '../../../src/persistence/schema/schema.js';
import { borrowDatabase, type EmptyDatabase } from '../../support/postgres-databases.js';

const PUT = prepared((sql, row: Row<'connector_state'>) =>
  sql.insertInto('connector_state').values(pick(row, 'channel', 'account', 'key', 'value', 'updated_at')),
);
const KEYS = prepared((sql, { channel }: { channel: string }) =>
  sql.selectFrom('connector_state').select('key').where('channel', '=', channel).orderBy('key'),
);
const SHARE = prepared((sql, { channel }: { channel: string }) =>
  sql
    .selectFrom('connector_state')
    .select(raw<number>`1 / count(*)`.as('share'))
    .where('channel', '=', channel),
);
/** Notes how its own transaction will be committed. */
const PUT_DURABILITY = prepared((sql, row: Pick<Row<'connector_state'>, 'key'>) =>
  sql.insertInto('connector_state').values({
    channel: 'c',
    account: 'a',
    key: row.key,
    updated_at: 1,
    value: raw<string>`current_setting('synchronous_commit')`,
  }),
);
const DUPLICATE = { code: '23505' };

let database: EmptyDatabase;
let db: PostgresDatabase;

beforeEach(async () => {
  database = await borrowDatabase();
  db = await PostgresDatabase.open(database.url);
});
afterEach(async () => {
  await db.close();
  await database.release();
});

const put = async (tx: Tx, key: string) => {
  await PUT(db.on(tx), { channel: 'c', account: 'a', key, value: '', updated_at: 1 });
};
const keys = async (tx?: Tx) => (await KEYS(db.on(tx), { channel: 'c' })).rows.map(({ key }) => key);

it('changes that are not awaited are seen by the next statement and kept by the commit, in one write', async () => {
  const query = jest.spyOn(pg.Client.prototype, 'query');
  const seen = await db.transaction(async (tx) => {
    const [, , all] = await Promise.all([put(tx, '1'), put(tx, '2'), keys(tx)]);
    return all;
  });
  // Another one commits.
  expect(query).toHaveBeenCalledTimes(2);
  query.mockRestore();
  expect(seen).toEqual(['1', '2']);
  expect(await keys()).toEqual(['1', '2']);
});

it('a held-back write that fails rolls back the transaction, with its own error', async () => {
  const twice = db.transaction(async (tx) => {
    await put(tx, '1');
    await put(tx, '1');
  });
  await expect(twice).rejects.toMatchObject(DUPLICATE);
  const withStatementBehind = async (tx: Tx) => {
    const [, failed, behind] = [put(tx, '1'), put(tx, '1'), keys(tx)];
    const own = failed.catch(() => {
      throw new Error('twice');
    });
    await Promise.all([behind, own]);
  };
  await expect(db.transaction(withStatementBehind)).rejects.toThrow('twice');
  await expect(db.transaction(withStatementBehind, { isBatch: true })).rejects.toThrow('twice');
  expect(await keys()).toEqual([]);
});

it('held-back writes of a rolled-back transaction are not sent', async () => {
  for (let n = 0; n < 12; n++) {
    const undone = db.transaction(async (tx) => {
      await put(tx, 'undone');
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
  }
  await db.transaction((tx) => put(tx, 'kept'));
  expect(await keys()).toEqual(['kept']);
});

it('a batch is one write, whole or not at all', async () => {
  const query = jest.spyOn(pg.Client.prototype, 'query');
  await db.transaction((tx) => Promise.all([put(tx, '1'), put(tx, '2')]), { isBatch: true });
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
  expect(await keys()).toEqual(['1', '2']);
});

it('a transaction with mayBeLost does not wait for the disk, also when it reads first', async () => {
  const note = (key: string, reads: boolean) => async (tx: Tx) => {
    if (reads) await keys(tx);
    await PUT_DURABILITY(db.on(tx), { key });
  };
  await db.transaction(note('1', false), { mayBeLost: true, isBatch: true });
  await db.transaction(note('2', false), { isBatch: true });
  await db.transaction(note('3', true), { mayBeLost: true });
  await db.transaction(note('4', true));
  const rows = await db.on().selectFrom('connector_state').select('value').orderBy('key').execute();
  expect(rows.map(({ value }) => value)).toEqual(['off', 'on', 'off', 'on']);
});

it('each statement of a batch returns its own rows', async () => {
  const share = (tx: Tx) => SHARE(db.on(tx), { channel: 'c' }).then(({ rows }) => rows);
  const put1 = (tx: Tx) => Promise.all([share(tx).catch(() => 'nobody'), put(tx, '1')]);
  await expect(db.transaction(put1, { isBatch: true })).rejects.toMatchObject({ code: '22012' });
  expect(await keys()).toEqual([]);
  const put2 = (tx: Tx) => Promise.all([put(tx, '2'), share(tx), put(tx, '3'), share(tx)]);
  const [, first, , second] = await db.transaction(put2, { isBatch: true });
  expect([first, second]).toEqual([[{ share: 1 }], [{ share: 0 }]]);
});

it('a batch that fails before its statements are issued sends nothing', async () => {
  const query = jest.spyOn(pg.Client.prototype, 'query');
  const refused = async (tx: Tx) => {
    void put(tx, '1');
    throw new Error('no');
  };
  await expect(db.transaction(refused, { isBatch: true })).rejects.toThrow('no');
  expect(query).not.toHaveBeenCalled();
  query.mockRestore();
});

it('a batch refuses a statement that is issued after an answer', async () => {
  const late = async (tx: Tx) => {
    await put(tx, '1');
    await put(tx, '2');
  };
  await expect(db.transaction(late, { isBatch: true })).rejects.toThrow('this transaction has ended');
});

it('afterEnd reports whether the transaction was committed', async () => {
  const told: boolean[] = [];
  await db.transaction(async (tx) => tx.afterEnd((isCommitted) => told.push(isCommitted)));
  const undone = db.transaction(async (tx) => {
    tx.afterEnd((isCommitted) => told.push(isCommitted));
    await put(tx, '1');
    await put(tx, '1');
  });
  await expect(undone).rejects.toMatchObject(DUPLICATE);
  expect(told).toEqual([true, false]);
});

it('a prepared query that does not name its columns is refused', async () => {
  const all = prepared((sql) => sql.selectFrom('connector_state').selectAll());
  await expect(async () => all(db.on(), {})).rejects.toThrow('names its columns');
});
