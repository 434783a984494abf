import type { Person } from '../../src/people/person.js';
import type { Schema } from '../../src/persistence/index.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';
import { GONE, LOGIN, MAIL, NAME, PHONE, rowsBeside, rowsOf } from '../support/person-rows.js';
import { personalRows } from '../support/personal-rows.js';

const USER = 'usr_1';
const KEY = 'key_1';
const PERSON: Person = {
  addresses: [
    { channel: GONE, account: null, senderId: PHONE },
    { channel: GONE, account: 'b', senderId: MAIL },
  ],
  userId: USER,
  pseudonym: 'erased_x',
};
const ACCOUNT: Partial<Record<keyof Schema, object[]>> = {
  users: [
    {
      id: USER,
      display_name: NAME,
      email: LOGIN,
      email_key: LOGIN,
      status: 'active',
      created_at: 1,
      updated_at: 1,
    },
  ],
  api_keys: [
    {
      id: KEY,
      user_id: USER,
      hash: 'h',
      prefix: 'p',
      name: 'n',
      scopes: '',
      created_at: 1,
      created_by: USER,
    },
  ],
  data_requests: [
    {
      id: 'req_1',
      user_id: USER,
      status: 'completed',
      processor: 'p',
      input_bytes: 1,
      options: '{}',
      created_at: 1,
    },
  ],
};
const STORED = [ACCOUNT, rowsOf(USER, KEY), rowsBeside(USER, KEY)];
const TABLES = [...new Set(STORED.flatMap((rows) => Object.keys(rows)))] as (keyof Schema)[];

describe.each(DATABASES)('the erasing of a person on %s', (_, open) => {
  let test: TestDatabase;
  beforeEach(async () => void (test = await open()));
  afterEach(() => test.close());

  const store = () =>
    test.db.transaction(async (tx) => {
      for (const table of TABLES.toReversed()) await test.db.on(tx).deleteFrom(table).execute();
      for (const rows of STORED)
        for (const [table, some] of Object.entries(rows))
          await test.db
            .on(tx)
            .insertInto(table as keyof Schema)
            .values(some)
            .execute();
    });
  /** All rows, without the numbers that a database keeps counting and revisions, which are random. */
  const stored = async () => {
    const all: string[] = [];
    for (const table of TABLES)
      for (const row of await test.db.on().selectFrom(table).selectAll().execute()) {
        const same = { ...row, seq: 0, revision: null, ...(table === 'jobs' && { id: 0 }) };
        all.push(`${table} ${JSON.stringify(same)}`);
      }
    return all.sort();
  };

  it('that is killed between any two transactions is finished by the next as if it had not been', async () => {
    const { db } = test;
    const sut = personalRows(db);
    const erase = async () => sut.erase(await sut.find(PERSON));
    await store();
    await erase();
    const whole = await stored();
    expect(
      whole.filter((row) => [PHONE, MAIL, LOGIN, NAME, USER].some((text) => row.includes(text))),
    ).toEqual([]);
    const transaction = db.transaction.bind(db);
    for (let before = 0, isKilled = true; isKilled; before++) {
      await store();
      isKilled = false;
      let left = before;
      db.transaction = (...work) => {
        isKilled = left-- <= 0;
        return isKilled ? Promise.reject(new Error('killed')) : transaction(...work);
      };
      await erase().catch((error: unknown) => expect(error).toEqual(new Error('killed')));
      db.transaction = transaction;
      await erase();
      expect([before, await stored()]).toEqual([before, whole]);
      expect(before).toBeLessThan(99);
    }
  }, 60_000);
});
