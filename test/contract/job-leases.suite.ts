import { DONE, type JobResult } from '../../src/persistence/index.js';
import { lanesOf, type TestDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import { type Handle, jobWorld } from '../support/job-world.js';

/** The suite for jobs whose workers die or end; every adapter runs it. */
export function jobLeasesSuite(open: () => Promise<TestDatabase>): void {
  const jobs = jobWorld(open);
  const { worker, finish, enqueue } = jobs;

  /** Whether the lease of a lane's dead holder has yet to end; on PostgreSQL it ends some time after its last heartbeat. */
  const isStillHeld = async (holder: string | null, now: number) => {
    const lanes = jobs.db.on().selectFrom(lanesOf(jobs.db)).select('kind').where('owner', '=', holder);
    const held = jobs.db.dialect === 'postgres' ? lanes : lanes.where('visible_at', '>', now);
    return (await held.executeTakeFirst()) !== undefined;
  };

  /** Starts a second worker. @returns it once it has begun `count` jobs of a first one whose lease has run out */
  const takenOver = async (clock: FakeClock, count: number) => {
    const [lane] = await jobs.db.on().selectFrom(lanesOf(jobs.db)).select('owner').execute();
    const seen: string[] = [];
    const second = await worker(
      async (job) => {
        seen.push(`${job.key}${job.payload.n}`);
        return finish(job);
      },
      { clock },
    );
    await eventually(async () => {
      if (await isStillHeld(lane!.owner, clock.now())) clock.advance(31_000);
      await second.expedite('work');
      return seen.length === count;
    });
    return { seen, second };
  };

  it('gives the jobs of a vanished worker to another, and refuses the late completion', async () => {
    const clock = new FakeClock();
    let release: () => void = () => undefined;
    let late: Promise<unknown> | undefined;
    const first = await worker(
      (job) =>
        new Promise<JobResult>((resolve, reject) => {
          release = () => {
            late = finish(job);
            late.then(() => resolve(DONE), reject);
          };
          job.signal.addEventListener('abort', () => reject(new Error('aborted')));
        }),
      { clock },
    );
    await enqueue(first, 'a', 1);
    await enqueue(first, 'a', 2);
    await eventually(async () => (await first.depth()).get('work') === 2);
    const { seen, second } = await takenOver(clock, 2);
    release();
    await expect(late).rejects.toThrow('another worker');
    // The handler has run, but the second job's end may still be on its way to the disk.
    await eventually(async () => ((await second.depth()).get('work') ?? 0) === 0);
    expect(seen).toEqual(['a1', 'a2']);
  });

  it("gives a vanished worker's next job to another, too, and the jobs behind it", async () => {
    const clock = new FakeClock();
    const taken: string[] = [];
    const first = await worker(
      (job) => {
        taken.push(job.payload.n!);
        if (job.payload.n === '1') return finish(job);
        return new Promise<JobResult>((_, reject) =>
          job.signal.addEventListener('abort', () => reject(new Error('aborted'))),
        );
      },
      { clock },
    );
    for (const n of [1, 2, 3]) await enqueue(first, 'a', n);
    await eventually(() => taken.length === 2);
    const { seen } = await takenOver(clock, 2);
    expect(seen).toEqual(['a2', 'a3']);
  });

  it('rolls back the transaction of a worker that lost its lease', async () => {
    const clock = new FakeClock();
    const gate = Promise.withResolvers<undefined>();
    const outcome = Promise.withResolvers<string>();
    const first = await worker(
      async (job) => {
        await gate.promise;
        const effect = jobs.db.transaction(async (tx) => {
          await first.enqueue(tx, { kind: 'work', key: 'effect', payload: { n: 'late' } });
          await job.complete(tx);
        });
        await effect.then(
          () => outcome.resolve('committed'),
          () => outcome.resolve('rolled back'),
        );
        return effect.then(() => DONE);
      },
      { clock },
    );
    await enqueue(first, 'a', 1);
    const { seen } = await takenOver(clock, 1);
    gate.resolve(undefined);
    expect(await outcome.promise).toBe('rolled back');
    expect(seen).toEqual(['a1']);
  });

  it.each<[string, Handle]>([
    ['completion', (job) => finish(job)],
    ['next step', (job) => jobs.db.transaction((tx) => job.hold(tx)).then(() => DONE)],
  ])('refuses the %s of a job that another worker has taken', async (_, step) => {
    const [go, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const late = Promise.withResolvers<unknown>();
    const begun: string[] = [];
    // Without room for a second job, so that the lost one goes to the other worker.
    const first = await worker(
      async (job) => {
        begun.push('first');
        await go.promise;
        const done = step(job);
        late.resolve(await done.then(() => 'done', String));
        return done;
      },
      { concurrency: 1 },
    );
    await enqueue(first, 'a', 1);
    await eventually(() => begun.length === 1);
    const second = await worker(async (job) => {
      begun.push('second');
      await goOn.promise;
      return finish(job);
    });
    await jobs.database.loseLeases('work');
    await eventually(async () => {
      await second.expedite('work');
      return begun.length === 2;
    });
    go.resolve(undefined);
    const outcome = await late.promise;
    const depth = (await second.depth()).get('work');
    goOn.resolve(undefined);
    expect([outcome, depth]).toEqual([expect.stringContaining('another worker'), 1]);
    await eventually(async () => (await second.depth()).size === 0);
    expect(begun).toEqual(['first', 'second']);
  });

  it('finishes running jobs when it stops, and leaves the rest', async () => {
    const gate = Promise.withResolvers<undefined>();
    const seen: string[] = [];
    const queue = await worker(async (job) => {
      seen.push(job.payload.n!);
      await gate.promise;
      return finish(job);
    });
    await enqueue(queue, 'a', 1);
    await enqueue(queue, 'a', 2);
    await eventually(() => seen.length === 1);
    const stopped = queue.stop(10_000);
    gate.resolve(undefined);
    await stopped;
    expect(seen).toEqual(['1']);
    expect((await queue.depth()).get('work')).toBe(1);
  });

  it('aborts jobs that do not finish in time, without counting an attempt', async () => {
    const queue = await worker(
      (job) =>
        new Promise((_, reject) => job.signal.addEventListener('abort', () => reject(new Error('stopped')))),
    );
    await enqueue(queue, 'a', 1);
    await eventually(async () => (await queue.depth()).get('work') === 1);
    await new Promise((resolve) => setImmediate(resolve));
    await queue.stop(10);
    expect(await jobs.attemptOfNext()).toBe(1);
  });
}
