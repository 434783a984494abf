import { openJobPool } from '../../../src/persistence/postgres/pools.js';
import { bareDatabase } from '../../support/postgres-databases.js';

describe('the pool of graphile-worker', () => {
  it('takes a connection back once, although it is released twice', async () => {
    const { url, release } = await bareDatabase();
    const pool = openJobPool(url);
    const giveBack = await new Promise<(problem?: Error) => void>((done, failed) => {
      pool.connect((error, _client, back) => (error ? failed(error) : done(back)));
    });
    giveBack(new Error('the line was lost'));
    expect(() => giveBack()).not.toThrow();
    expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
    await release();
  });
});
