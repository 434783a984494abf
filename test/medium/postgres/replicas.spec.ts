import { sql } from 'kysely';
import { type Clock, GatehouseError, SystemClock } from '../../../src/common/index.js';
import { type ClaimedJob, DONE, type JobHandler, type JobResult } from '../../../src/persistence/index.js';
import { GraphileJobQueue } from '../../../src/persistence/postgres/jobs/graphile-job-queue.js';
import { PostgresDatabase } from '../../../src/persistence/postgres/postgres-database.js';
import { type TcpProxy, startTcpProxy } from '../../support/tcp-proxy.js';
import { eventually } from '../../support/eventually.js';
import { FakeClock } from '../../support/fake-clock.js';
import { bareDatabase, borrowDatabase, type EmptyDatabase } from '../../support/postgres-databases.js';

let database: EmptyDatabase;
const open: PostgresDatabase[] = [];
const queues: GraphileJobQueue[] = [];

const connect = async (url = database.url) => {
  const db = await PostgresDatabase.open(url);
  open.push(db);
  return db;
};
const work = async (
  db: PostgresDatabase,
  handle: (job: ClaimedJob) => Promise<JobResult>,
  clock: Clock = new SystemClock(),
) => {
  const queue = new GraphileJobQueue(db, clock);
  const handler: JobHandler = {
    kind: 'work',
    concurrency: 4,
    maxAttempts: 3,
    handle,
    buried: () => Promise.resolve(),
    revived: () => Promise.resolve(true),
  };
  queue.register(handler);
  queues.push(queue);
  await queue.start();
  return queue;
};
const enqueue = (db: PostgresDatabase, queue: GraphileJobQueue, n: number, key = 'a') =>
  db.transaction((tx) => queue.enqueue(tx, { kind: 'work', key, payload: { n: String(n) } }));
const finish = async (db: PostgresDatabase, job: ClaimedJob) => {
  await db.transaction((tx) => job.complete(tx));
  return DONE;
};
const count = async (db: PostgresDatabase, table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.raw(table)}`.execute(db.on());
  return rows[0]!.n;
};

afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop(0)));
  await Promise.all(open.splice(0).map((db) => db.close()));
  await database.release();
});

it('several replicas that start together migrate an empty database once', async () => {
  database = await bareDatabase();
  const replicas = await Promise.all([1, 2, 3, 4].map(() => connect()));
  for (const db of replicas) expect(await count(db, 'jobs')).toBe(0);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    replicas[0]!.on(),
  );
  expect(rows.map(({ name }) => name)).toEqual([...new Set(rows.map(({ name }) => name))]);
});

describe('on a migrated database', () => {
  let proxy: TcpProxy | undefined;
  beforeEach(async () => (database = await borrowDatabase()));
  afterEach(async () => {
    await proxy?.close();
    proxy = undefined;
  });
  const throughProxy = async () => {
    proxy = await startTcpProxy(Number(new URL(database.url).port));
    return Object.assign(new URL(database.url), { port: String(proxy.port) }).href;
  };

  it('a finished job leaves no rows, and a stopped queue no heartbeat', async () => {
    const db = await connect();
    let done = 0;
    const queue = await work(db, async (job) => {
      if (done++ === 0) return { kind: 'retry', afterMs: 1, reason: 'once more' };
      return finish(db, job);
    });
    for (const n of [1, 2, 3]) await enqueue(db, queue, n, `key ${n}`);
    await eventually(() => done === 4);
    await eventually(async () => (await queue.depth()).size === 0);
    await queue.stop(1_000);
    for (const table of ['jobs', 'job_lanes', 'worker_heartbeats', 'graphile_worker.jobs'])
      expect([table, await count(db, table)]).toEqual([table, 0]);
    expect(await count(db, 'graphile_worker._private_job_queues')).toBe(0);
  });

  it('the jobs of a replica that is cut off go to another, and the first one cannot end them', async () => {
    const clock = new FakeClock();
    const near = await connect();
    const far = await connect(await throughProxy());
    const gate = Promise.withResolvers<undefined>();
    const seen: string[] = [];
    const farQueue = await work(
      far,
      async (job) => {
        seen.push(`far ${job.payload.n}`);
        await gate.promise;
        return finish(far, job).finally(() => seen.push('far ended'));
      },
      clock,
    );
    await enqueue(near, farQueue, 1);
    await eventually(() => seen.length === 1);
    proxy!.cut();
    const nearQueue = await work(
      near,
      async (job) => {
        seen.push(`near ${job.payload.n}`);
        return finish(near, job);
      },
      clock,
    );
    clock.advance(10_000);
    await nearQueue.expedite('work');
    expect(seen).toEqual(['far 1']);
    clock.advance(10_000);
    await nearQueue.expedite('work');
    await eventually(() => seen.length === 2);
    proxy!.mend();
    gate.resolve(undefined);
    await eventually(() => seen.includes('far ended'));
    await enqueue(near, nearQueue, 2);
    await eventually(async () => (await nearQueue.depth()).size === 0);
    expect(seen.filter((each) => each.startsWith('near'))).toContain('near 1');
    expect(seen.filter((each) => each.endsWith(' 1'))).toEqual(['far 1', 'near 1']);
  });

  it('the database is unavailable while the connection is cut, and recovers automatically', async () => {
    const db = await connect(await throughProxy());
    await db.ping();
    proxy!.cut();
    const unavailable = { code: 'UNAVAILABLE', status: 503 };
    await expect(db.ping()).rejects.toMatchObject(unavailable);
    const failing = db.transaction((tx) => db.on(tx).selectFrom('jobs').selectAll().execute());
    await expect(failing).rejects.toMatchObject(unavailable);
    await expect(db.on().selectFrom('jobs').selectAll().execute()).rejects.toBeInstanceOf(GatehouseError);
    proxy!.mend();
    await db.ping();
    expect(await count(db, 'jobs')).toBe(0);
  });

  it('a wrong query is not reported as a lost connection', async () => {
    const db = await connect();
    await expect(sql`select nothing_like_it`.execute(db.on())).rejects.toMatchObject({ code: '42703' });
  });

  it('transactions of one scope run one after the other', async () => {
    const [one, two] = [await connect(), await connect()];
    const order: string[] = [];
    const inside = Promise.withResolvers<undefined>();
    const first = one.transaction(async (tx) => {
      await one.lockScope(tx, 'scope');
      inside.resolve(undefined);
      await sql`select pg_sleep(0.05)`.execute(one.on(tx));
      order.push('first');
    });
    await inside.promise;
    await two.transaction(async (tx) => {
      await two.lockScope(tx, 'scope');
      order.push('second');
    });
    await first;
    expect(order).toEqual(['first', 'second']);
  });

  it('a unit that the server aborted because of a deadlock runs again', async () => {
    const db = await connect();
    const meet = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const crossing = (mine: 0 | 1) =>
      db.transaction(async (tx) => {
        await db.lockScope(tx, `scope ${mine}`);
        meet[mine]!.resolve(undefined);
        await meet[1 - mine]!.promise;
        await db.lockScope(tx, `scope ${1 - mine}`);
        return mine;
      });
    expect(await Promise.all([crossing(0), crossing(1)])).toEqual([0, 1]);
  });

  it('a job enqueued in the lane of another replica is left to it, in order, and its unit runs once', async () => {
    const [near, far] = [await connect(), await connect()];
    const gate = Promise.withResolvers<undefined>();
    const seen: string[] = [];
    const handle = (db: PostgresDatabase) => async (job: ClaimedJob) => {
      seen.push(`${job.payload.n}${job.isFirstHand ? ' first-hand' : ''}`);
      if (job.payload.n === '1') await gate.promise;
      return finish(db, job);
    };
    const [nearQueue, farQueue] = [await work(near, handle(near)), await work(far, handle(far))];
    let runs = 0;
    const take = (n: string, key: string) =>
      near.transaction(async (tx) => {
        runs++;
        const isTaken = await nearQueue.enqueue(tx, { kind: 'work', key, payload: { n } });
        const row = { channel: 'c', account: 'a', key: n, value: String(isTaken), updated_at: runs };
        await near.on(tx).insertInto('connector_state').values(row).execute();
        return isTaken;
      });
    expect([await take('0', 'a'), runs]).toEqual([true, 1]);
    await eventually(async () => (await nearQueue.depth()).size === 0);
    await enqueue(far, farQueue, 1);
    await eventually(() => seen.length === 2);
    expect([await take('2', 'a'), runs]).toEqual([false, 2]);
    expect(await count(near, 'connector_state')).toBe(2);
    gate.resolve(undefined);
    await eventually(async () => (await nearQueue.depth()).size === 0);
    expect(seen).toEqual(['0 first-hand', '1 first-hand', '2']);
  });

  it('text is stored with NUL replaced, and compared byte by byte', async () => {
    const db = await connect();
    const row = { channel: 'c', account: 'a', updated_at: 1 };
    await db.transaction(async (tx) => {
      for (const key of ['a', 'B', 'ä', 'n\0l'])
        await db
          .on(tx)
          .insertInto('connector_state')
          .values({ ...row, key, value: key })
          .execute();
    });
    const rows = await db.on().selectFrom('connector_state').select('value').orderBy('key').execute();
    expect(rows.map(({ value }) => value)).toEqual(['B', 'a', 'n\uFFFDl', 'ä']);
  });
});
