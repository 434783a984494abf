import pg from 'pg';
import { GraphilePool } from '../../../src/persistence/postgres/jobs/graphile-pool.js';
import { borrowDatabase } from '../../support/postgres-databases.js';
import { eventually } from '../../support/eventually.js';

describe('graphile-worker’s pool', () => {
  it('finds jobs that were added before it listened', async () => {
    const { url, release } = await borrowDatabase();
    const pgPool = new pg.Pool({ connectionString: url });
    const others = new pg.Pool({ connectionString: url });
    // As the gateway does: a connection that is just ending may still see the end of its database.
    for (const pool of [pgPool, others]) pool.on('error', () => undefined);
    const add = () => others.query("select graphile_worker.add_job('work')");
    // It listens on the connection that it requests with a callback, which is delayed here.
    const listening = Promise.withResolvers<undefined>();
    const connect = pgPool.connect.bind(pgPool) as (callback?: unknown) => unknown;
    pgPool.connect = ((callback?: unknown) =>
      callback === undefined
        ? connect()
        : void listening.promise.then(() => connect(callback))) as typeof pgPool.connect;
    let runs = 0;
    const tasks = {
      work: () => {
        runs++;
        return Promise.resolve();
      },
    };
    const pool = new GraphilePool({ pgPool, tasks, concurrency: 1, onFault: () => undefined });
    await add();
    pool.start();
    await eventually(() => runs === 1);
    await add();
    listening.resolve(undefined);
    await eventually(() => runs === 2, { timeoutMs: 5_000 });
    pool.stop();
    await pool.settle();
    await Promise.all([pgPool.end(), others.end()]);
    await release();
  });
});
