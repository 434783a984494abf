import { SystemClock } from '../../src/common/index.js';
import type { JobHandler } from '../../src/persistence/index.js';
import { eventually } from '../support/eventually.js';
import { lanesOf, type TestDatabase } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';
import { type Handle, jobWorld } from '../support/job-world.js';

const DAY_MS = 86_400_000;

/** The suite for waiting and woken jobs, changed concurrency, and the end of a queue; every adapter runs it. */
export function jobWaitsSuite(open: () => Promise<TestDatabase>): void {
  const jobs = jobWorld(open);
  const { worker, finish, enqueue } = jobs;

  it('expedite ends the back-off of one key, not that of others', async () => {
    const seen: string[] = [];
    const queue = await worker(async (job) => {
      seen.push(`${job.key}#${job.attempt}`);
      return job.attempt === 1 ? { kind: 'retry', afterMs: 60_000, reason: 'not yet' } : finish(job);
    });
    for (const key of ['a', "b'%"]) await enqueue(queue, key, 1);
    await eventually(() => seen.length === 2);
    await eventually(async () => {
      await queue.expedite('work', "b'%");
      return seen.length === 3;
    });
    await queue.expedite('other', 'a');
    expect(seen.slice(2)).toEqual(["b'%#2"]);
  });

  it('expedite ends a back-off that is about to begin', async () => {
    const seen: string[] = [];
    const queue = await worker(async (job) => {
      seen.push(`${job.key}#${job.attempt}`);
      if (job.attempt > 1) return finish(job);
      await jobs.db.ping();
      if (job.key === 'a') await queue.expedite('work', 'a');
      return { kind: 'retry', afterMs: 60_000, reason: 'not yet' };
    });
    for (const key of ['b', 'a']) await enqueue(queue, key, 1);
    await eventually(() => seen.length === 3);
    expect(seen.toSorted()).toEqual(['a#1', 'a#2', 'b#1']);
  });

  it('expedite does not start a running job again', async () => {
    const seen: string[] = [];
    const go = Promise.withResolvers<undefined>();
    const queue = await worker(async (job) => {
      seen.push(job.key);
      if (job.key === 'runs') await go.promise;
      return finish(job);
    });
    await enqueue(queue, 'runs', 1);
    await eventually(() => seen.length === 1);
    // The job is not claimed at once but together with other due jobs.
    await enqueue(jobs.database.makeQueue(new SystemClock()), 'waits', 1);
    await eventually(async () => {
      await queue.expedite('work');
      return seen.includes('waits');
    });
    go.resolve(undefined);
    await eventually(async () => (await queue.depth()).size === 0);
    expect(seen).toEqual(['runs', 'waits']);
  });

  it('jobs that were enqueued before the clock was set back are run', async () => {
    const clock = new FakeClock();
    await enqueue(jobs.database.makeQueue(clock), 'a', 1);
    clock.jump(-DAY_MS);
    const seen: string[] = [];
    await worker(
      async (job) => {
        seen.push(job.key);
        return finish(job);
      },
      { clock },
    );
    await eventually(() => seen.length === 1);
  });

  it.each([-4 * 60_000, -DAY_MS, DAY_MS])(
    'a back-off is not longer than asked when the clock is set by %s ms meanwhile',
    async (ms) => {
      const clock = new FakeClock();
      const seen: number[] = [];
      const handle: Handle = async (job) => {
        seen.push(job.attempt);
        return job.attempt === 1 ? { kind: 'retry', afterMs: 1_000, reason: 'not yet' } : finish(job);
      };
      const queue = await worker(handle, { clock });
      await enqueue(queue, 'a', 1);
      const lane = () => jobs.db.on().selectFrom(lanesOf(jobs.db)).select('owner').executeTakeFirst();
      await eventually(async () => (await lane())?.owner === null);
      clock.jump(ms);
      await eventually(async () => {
        clock.advance(10);
        return (await queue.depth()).size === 0;
      });
      expect(seen).toEqual([1, 2]);
    },
  );

  it('a running job is not started again when the clock is set forward', async () => {
    const clock = new FakeClock();
    const seen: string[] = [];
    const go = Promise.withResolvers<undefined>();
    const handle: Handle = async (job) => {
      seen.push(job.key);
      if (job.key === 'runs') await go.promise;
      return finish(job);
    };
    const [first, second] = [await worker(handle, { clock }), await worker(handle, { clock })];
    await enqueue(first, 'runs', 1);
    await eventually(() => seen.length === 1);
    // On PostgreSQL, a whole kind's waits end with a look at the other workers: here before and after the change.
    for (const ms of [DAY_MS, DAY_MS]) {
      await second.expedite('work');
      clock.jump(ms);
    }
    await second.expedite('work');
    await enqueue(second, 'other', 1);
    await eventually(() => seen.includes('other'));
    go.resolve(undefined);
    await eventually(async () => (await first.depth()).size === 0);
    expect(seen).toEqual(['runs', 'other']);
  });

  it('a wait ends when its promise resolves, not before', async () => {
    const seen: number[] = [];
    const come = Promise.withResolvers<undefined>();
    const queue = await worker(async (job) => {
      seen.push(job.attempt);
      const wait = { kind: 'retry', afterMs: 60_000, reason: 'waiting', free: true } as const;
      return seen.length === 1 ? { ...wait, until: come.promise } : finish(job);
    });
    await enqueue(queue, 'a', 1);
    await eventually(() => seen.length === 1);
    await enqueue(queue, 'b', 1);
    await eventually(() => seen.length === 2);
    come.resolve(undefined);
    await eventually(async () => (await queue.depth()).size === 0);
    expect(seen).toHaveLength(3);
  });

  it('a wait ends when its promise resolves before the wait is stored', async () => {
    let runs = 0;
    const queue = await worker(async (job) => {
      const until = Promise.resolve();
      return ++runs < 20 ? { kind: 'retry', afterMs: 60_000, reason: 'w', free: true, until } : finish(job);
    });
    await enqueue(queue, 'a', 1);
    await eventually(async () => (await queue.depth()).size === 0);
    expect(runs).toBe(20);
  });

  it('more keys run at once when concurrency is raised, never more than it allows', async () => {
    let [concurrency, running] = [1, 0];
    const go = Promise.withResolvers<undefined>();
    const growing: Partial<JobHandler> = {
      get concurrency() {
        return concurrency;
      },
    };
    const queue = await worker(async (job) => {
      running++;
      await go.promise;
      running--;
      return finish(job);
    }, growing);
    for (const key of ['a', 'b']) await enqueue(queue, key, 1);
    await eventually(() => running === 1);
    concurrency = 3;
    for (const key of ['c', 'd']) await enqueue(queue, key, 1);
    await eventually(() => running === 3);
    go.resolve(undefined);
    await eventually(async () => (await queue.depth()).size === 0);
  });

  it('a job gets a signal when the worker stops, and can end on its own', async () => {
    const told = Promise.withResolvers<undefined>();
    const queue = await worker(async (job) => {
      expect(job.stopping.aborted).toBe(false);
      job.stopping.addEventListener('abort', () => told.resolve(undefined));
      await told.promise;
      expect(job.signal.aborted).toBe(false);
      return { kind: 'retry', afterMs: 0, reason: 'stopping', free: true };
    });
    await enqueue(queue, 'a', 1);
    await eventually(async () => (await queue.depth()).size === 1);
    await queue.stop(10_000);
    expect(await jobs.attemptOfNext()).toBe(1);
  });
}
