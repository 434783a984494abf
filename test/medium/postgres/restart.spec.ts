import { jest } from '@jest/globals';
import { SystemClock } from '../../../src/common/index.js';
import { type ClaimedJob, DONE } from '../../../src/persistence/index.js';
import { GraphileJobQueue } from '../../../src/persistence/postgres/jobs/graphile-job-queue.js';
import { PostgresDatabase } from '../../../src/persistence/postgres/postgres-database.js';
import { eventually } from '../../support/eventually.js';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.js';

let server: PostgresServer;
let db: PostgresDatabase;
const rejections: unknown[] = [];
const note = (error: unknown) => void rejections.push(error);

beforeAll(async () => {
  // graphile-worker prints the end of each of its workers itself.
  jest.spyOn(console, 'trace').mockReturnValue(undefined);
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
  server = await startPostgres();
  db = await PostgresDatabase.open(server.url);
});
afterAll(async () => {
  await db.close();
  await server.remove();
  process.off('unhandledRejection', note);
  process.off('uncaughtException', note);
});

const KEYS = ['a', 'b', 'c', 'd'];

/** One row per job; a second one of the same job would break the primary key, and appear in `doubled`. */
async function effect(job: ClaimedJob, doubled: string[]) {
  await db.transaction(async (tx) => {
    const { numInsertedOrUpdatedRows } = await db
      .on(tx)
      .insertInto('connector_state')
      .values({ channel: 'c', account: job.key, key: job.payload.n!, value: '', updated_at: Date.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) doubled.push(`${job.key}${job.payload.n}`);
    await job.complete(tx);
  });
  return DONE;
}

it('each job is done once and in order, although the database restarts meanwhile', async () => {
  const doubled: string[] = [];
  const order = new Map<string, string[]>();
  let begun = 0;
  const gate = Promise.withResolvers<undefined>();
  const queue = new GraphileJobQueue(db, new SystemClock());
  queue.register({
    kind: 'work',
    concurrency: 8,
    maxAttempts: 2,
    handle: async (job) => {
      if (++begun === 10) gate.resolve(undefined);
      const done = await effect(job, doubled);
      order.set(job.key, [...(order.get(job.key) ?? []), job.payload.n!]);
      return done;
    },
    buried: () => Promise.resolve(),
    revived: () => Promise.resolve(true),
  });
  for (let n = 0; n < 25; n++) {
    await db.transaction(async (tx) => {
      for (const key of KEYS) await queue.enqueue(tx, { kind: 'work', key, payload: { n: String(n) } });
    });
  }
  await queue.start();
  await gate.promise;
  await server.crash();
  await eventually(() =>
    db.ping().then(
      () => false,
      () => true,
    ),
  );
  const refused = db.transaction((tx) => queue.enqueue(tx, { kind: 'work', key: 'a', payload: { n: 'x' } }));
  await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await server.start();
  await eventually(async () => (await queue.depth().catch(() => new Map([['', 1]]))).size === 0, {
    timeoutMs: 20_000,
  });
  await queue.stop(1_000);
  expect(doubled).toEqual([]);
  const rows = await db.on().selectFrom('connector_state').select(['account', 'key']).execute();
  expect(rows).toHaveLength(100);
  for (const key of KEYS) {
    const told = order.get(key)!.map(Number);
    expect(told).toEqual(told.toSorted((one, other) => one - other));
  }
  expect(await queue.deadLetters(10)).toEqual([]);
  expect(rejections).toEqual([]);
});
