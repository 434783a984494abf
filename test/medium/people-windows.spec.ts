import { sql } from 'kysely';
import { rowsWhere, sendersIn } from '../../src/people/rows/statements.repository.js';
import { DATABASES, type TestDatabase } from '../support/databases.js';

describe.each(DATABASES)('a table of more rows than one statement looks at on %s', (_, open) => {
  let test: TestDatabase;
  beforeEach(async () => void (test = await open()));
  afterEach(() => test.close());

  it.each([2, 5])('is looked through to its end, %i at a time: each row once and in order', async (most) => {
    const grant = (n: number) => ({
      id: `grt_${n}`,
      channel: n === 2 ? 'other' : 'chat',
      account: `a${n % 2}`,
      sender_id: `s${n}`,
      source: 'operator' as const,
      created_at: 1,
      created_by: 'token:owner',
    });
    const on = test.db.on();
    await on.insertInto('grants').values([4, 1, 5, 3, 2].map(grant)).execute();
    const from = { table: 'grants', key: 'id' } as const;
    const where = sql`sender_id <> 's3'`;
    const found = await Array.fromAsync(rowsWhere(on, { ...from, where }, most));
    expect(found.map(({ sender_id }) => sender_id)).toEqual(['s1', 's2', 's4', 's5']);
    const senders = await Array.fromAsync(sendersIn(on, from, 'chat', most));
    expect(senders.map(({ account, senderId }) => `${account} ${senderId}`).sort()).toEqual([
      'a0 s4',
      'a1 s1',
      'a1 s3',
      'a1 s5',
    ]);
  });
});
