import { jest } from '@jest/globals';
import { sql as raw } from 'kysely';
import pg from 'pg';
import { type Tx } from '../../../src/persistence/index.js';
import { pick, prepared, preparedChange, preparedLater } from '../../../src/persistence/database/prepared.js';
import { PostgresDatabase } from '../../../src/persistence/postgres/postgres-database.js';
import type { Row } from '../../../src/persistence/schema/schema.js';
import { borrowDatabase, type EmptyDatabase } from '../../support/postgres-databases.js';

const PUT = preparedChange((sql, row: Row<'connector_state'>) =>
  sql.insertInto('connector_state').values(pick(row, 'channel', 'account', 'key', 'value', 'updated_at')),
);
const KEYS = prepared((sql, { channel }: { channel: string }) =>
  sql.selectFrom('connector_state').select('key').where('channel', '=', channel).orderBy('key'),
);
const LATER = preparedLater(
  (sql, { channel }: { channel: string }) =>
    sql
      .selectFrom('connector_state')
      .select(raw<number>`1 / count(*)`.as('share'))
      .where('channel', '=', channel),
  { codes: ['22012'], error: () => new Error('nobody there') },
);
/** Notes how its own transaction will be committed. */
const PUT_DURABILITY = preparedChange((sql, row: Pick<Row<'connector_state'>, 'key'>) =>
  sql.insertInto('connector_state').values({
    ...{ channel: 'c', account: 'a', key: row.key, updated_at: 1 },
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

const put = (tx: Tx, key: string) =>
  PUT(db.on(tx), { channel: 'c', account: 'a', key, value: '', updated_at: 1 });
const keys = async (tx?: Tx) => (await KEYS(db.on(tx), { channel: 'c' })).rows.map(({ key }) => key);

it('changes nobody asks about are seen by the next statement and kept by the commit', async () => {
  const seen = await db.transaction(async (tx) => {
    await put(tx, '1');
    await put(tx, '2');
    return keys(tx);
  });
  expect(seen).toEqual(['1', '2']);
  expect(await keys()).toEqual(['1', '2']);
});

it('one of them that fails undoes the transaction, with its own reason', async () => {
  const twice = db.transaction(async (tx) => {
    await put(tx, '1');
    await put(tx, '1');
  });
  await expect(twice).rejects.toMatchObject(DUPLICATE);
  const withStatementBehind = db.transaction(async (tx) => {
    await put(tx, '1');
    await put(tx, '1');
    await keys(tx);
  });
  await expect(withStatementBehind).rejects.toMatchObject(DUPLICATE);
  expect(await keys()).toEqual([]);
});

it('nothing of an undone transaction is sent, and its connection serves the next one', async () => {
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

it('a transaction that only changes is one write, whole or not at all', async () => {
  const query = jest.spyOn(pg.Client.prototype, 'query');
  await db.transaction(async (tx) => {
    await put(tx, '1');
    await put(tx, '2');
  });
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
  expect(await keys()).toEqual(['1', '2']);
});

it('only a transaction that may be lost does not wait for the disk, whether it is one write or reads first', async () => {
  const note = (key: string, reads: boolean) => async (tx: Tx) => {
    if (reads) await keys(tx);
    await PUT_DURABILITY(db.on(tx), { key });
  };
  await db.transaction(note('1', false), { mayBeLost: true });
  await db.transaction(note('2', false));
  await db.transaction(note('3', true), { mayBeLost: true });
  await db.transaction(note('4', true));
  const rows = await db.on().selectFrom('connector_state').select('value').orderBy('key').execute();
  expect(rows.map(({ value }) => value)).toEqual(['off', 'on', 'off', 'on']);
});

it('rows that are wanted later are there once the transaction is committed', async () => {
  const rows = await db.transaction(async (tx) => {
    await put(tx, '1');
    const later = await LATER(db.on(tx), { channel: 'c' });
    expect(later).toEqual([]);
    return later;
  });
  expect(rows).toEqual([{ share: 1 }]);
});

it('an error that a statement makes on purpose is told in words of its own, and undoes the transaction', async () => {
  const refused = db.transaction(async (tx) => {
    await LATER(db.on(tx), { channel: 'nobody' });
    await put(tx, '1');
    await db.answered(tx);
    throw new Error('went on');
  });
  await expect(refused).rejects.toThrow('nobody there');
  expect(await keys()).toEqual([]);
});

it('tells how a transaction ended, whichever way', async () => {
  const told: boolean[] = [];
  await db.transaction(async (tx) => db.afterEnd(tx, (isCommitted) => told.push(isCommitted)));
  const undone = db.transaction(async (tx) => {
    db.afterEnd(tx, (isCommitted) => told.push(isCommitted));
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
