import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { crashedJobsSuite } from '../contract/crashed-jobs.suite.js';
import { deadJobsSuite } from '../contract/dead-jobs.suite.js';
import { jobLeasesSuite } from '../contract/job-leases.suite.js';
import { jobQueueSuite } from '../contract/job-queue.suite.js';
import { jobWaitsSuite } from '../contract/job-waits.suite.js';
import { SystemClock } from '../../src/common/index.js';
import { DatabaseUnavailableError, type JobQueue, type JobResult } from '../../src/persistence/index.js';
import { SqliteJobQueue } from '../../src/persistence/sqlite/sqlite-job-queue.js';
import { DATABASES, lanesOf, openSqlite, type TestDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import { jobWorld } from '../support/job-world.js';

describe.each(DATABASES)('JobQueue on %s', (_, open) => {
  jobQueueSuite(open);
  deadJobsSuite(open);
  crashedJobsSuite(open);
  jobLeasesSuite(open);
  jobWaitsSuite(open);

  describe('with its own handlers', () => {
    const clock = new FakeClock();
    let database: TestDatabase;
    let queue: JobQueue;
    beforeEach(async () => {
      database = await open();
      queue = database.makeQueue(clock);
    });
    afterEach(async () => {
      jest.restoreAllMocks();
      await queue.stop(0);
      await database.close();
    });

    it('rounds the due time of a job up to a whole millisecond', async () => {
      const { db } = database;
      queue.register({
        kind: 'work',
        concurrency: 1,
        maxAttempts: 1,
        handle: async () => ({ kind: 'retry', afterMs: 60_000.5, reason: 'not yet' }),
        buried: () => Promise.resolve(),
        revived: () => Promise.resolve(true),
      });
      await queue.start();
      await db.transaction((tx) => queue.enqueue(tx, { kind: 'work', key: 'a', payload: {} }));
      const lane = () => db.on().selectFrom(lanesOf(db)).select('visible_at').executeTakeFirstOrThrow();
      const wanted = clock.now() + 60_001;
      await eventually(async () => (await lane()).visible_at === wanted);
    });

    it('logs no failure of its own while the database is unavailable', async () => {
      const { db } = database;
      const away = new DatabaseUnavailableError('disk full');
      const gate = Promise.withResolvers<undefined>();
      let begun = 0;
      queue.register({
        kind: 'work',
        concurrency: 1,
        maxAttempts: 1,
        handle: async () => {
          begun++;
          await gate.promise;
          throw away;
        },
        buried: () => Promise.resolve(),
        revived: () => Promise.resolve(true),
      });
      await queue.start();
      for (const key of 'ab')
        await db.transaction((tx) => queue.enqueue(tx, { kind: 'work', key, payload: {} }));
      await eventually(() => begun === 1);
      const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
      const transaction = jest.spyOn(db, 'transaction').mockRejectedValue(away);
      gate.resolve(undefined);
      // The end of the one job; on SQLite also the claim of the other.
      await eventually(() => transaction.mock.calls.length >= (db.dialect === 'sqlite' ? 2 : 1));
      transaction.mockRestore();
      await queue.stop(0);
      expect(warn).not.toHaveBeenCalledWith(expect.stringMatching(/^could not/));
    });
  });
});

describe('the job queue of a single process on SQLite', () => {
  const jobs = jobWorld(openSqlite);

  it("starts a killed process's job again at once", async () => {
    const killed = await jobs.worker(
      ({ signal }) =>
        new Promise<JobResult>((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('killed'))),
        ),
    );
    await jobs.enqueue(killed, 'a', 1);
    await eventually(async () => {
      const lane = await jobs.db.on().selectFrom('jobs').select('owner').executeTakeFirst();
      return typeof lane?.owner === 'string';
    });
    const next = new SqliteJobQueue(jobs.db, new SystemClock());
    const done: string[] = [];
    next.register(
      jobs.handler((job) => {
        done.push(job.key);
        return jobs.finish(job);
      }),
    );
    await next.start();
    await eventually(() => done.length === 1, { timeoutMs: 5_000 }).finally(() => next.stop(0));
  });
});
