import { SystemClock } from '../../src/common/index.js';
import { isAlone, LeaseLostError } from '../../src/persistence/index.js';
import type { TestDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { type Handle, jobWorld } from '../support/job-world.js';

const HOUR_MS = 3_600_000;

/** The contract of every JobQueue; each adapter runs it on its own database. */
export function jobQueueSuite(open: () => Promise<TestDatabase>): void {
  const jobs = jobWorld(open);
  const { worker, finish, enqueue, take, handler } = jobs;

  it('runs jobs that were enqueued before it started', async () => {
    const idle = jobs.database.makeQueue(new SystemClock());
    await enqueue(idle, 'a', 1);
    const seen: string[] = [];
    await worker(async (job) => {
      seen.push(job.payload.n!);
      return finish(job);
    });
    await eventually(() => seen.length === 1);
  });

  it('take says whether this worker gets the job at once, and passes its subject to the handler', async () => {
    const gate = Promise.withResolvers<undefined>();
    const seen: [string, boolean, unknown][] = [];
    const queue = await worker(async (job) => {
      seen.push([job.payload.n!, job.isFirstHand, job.subject]);
      await gate.promise;
      return job.attempt === 1 && job.payload.n === '1'
        ? { kind: 'retry', afterMs: 0, reason: 'once more' }
        : finish(job);
    });
    expect(await take(queue, 'a', 1)).toBe(true);
    expect(await take(queue, 'a', 2)).toBe(false);
    await enqueue(queue, 'b', 3);
    await eventually(() => seen.length === 2);
    gate.resolve(undefined);
    await eventually(async () => (await queue.depth()).get('work') === undefined);
    expect(seen).toEqual([
      ['1', true, 'subject 1'],
      ['3', true, 'subject 3'],
      ['1', false, undefined],
      ['2', false, undefined],
    ]);
  });

  it('a worker with room gets a job if and only if the job is alone in its lane', async () => {
    const gate = Promise.withResolvers<undefined>();
    const queue = await worker(async (job) => {
      await gate.promise;
      return finish(job);
    });
    const seen: [boolean, boolean][] = [];
    const put = (...keys: string[]) =>
      jobs.db.transaction((tx) =>
        Promise.all(
          keys.map(async (key, index) => {
            const job = { kind: 'work', key, payload: { n: `${seen.length} ${index}` } };
            const row = { ...job, payload: JSON.stringify(job.payload) };
            const alone = { is: false };
            const prepareSubject = async () => {
              const found = await isAlone(jobs.db.on(tx), row).executeTakeFirstOrThrow();
              alone.is = Boolean(found.is_alone);
            };
            const isTaken = await queue.enqueue(tx, { ...job, prepareSubject });
            seen.push([alone.is, isTaken]);
          }),
        ),
      );
    await put('a');
    await put('a', 'b');
    await put('c', 'c');
    gate.resolve(undefined);
    await eventually(async () => (await queue.depth()).get('work') === undefined);
    await put('a');
    const [yes, no] = [
      [true, true],
      [false, false],
    ];
    expect(seen).toEqual([yes, no, yes, yes, no, yes]);
  });

  it('forgets a job whose transaction is rolled back', async () => {
    const seen: string[] = [];
    const queue = await worker(async (job) => {
      seen.push(job.payload.n!);
      return finish(job);
    });
    const failing = jobs.db.transaction(async (tx) => {
      await queue.enqueue(tx, { kind: 'work', key: 'a', payload: { n: '1' } });
      throw new Error('undo');
    });
    await expect(failing).rejects.toThrow('undo');
    await enqueue(queue, 'a', 2);
    await eventually(() => seen.length > 0);
    expect(seen).toEqual(['2']);
  });

  it('frees the slot of a job whose transaction is rolled back', async () => {
    const queue = await worker(finish, { concurrency: 1 });
    const failing = jobs.db.transaction(async (tx) => {
      await queue.enqueue(tx, { kind: 'work', key: 'a', payload: { n: '1' } });
      throw new Error('undo');
    });
    await expect(failing).rejects.toThrow('undo');
    expect(await take(queue, 'b', 2)).toBe(true);
  });

  it('keeps the order of jobs that one transaction enqueues without waiting for each other', async () => {
    const seen: string[] = [];
    const queue = await worker(async (job) => {
      seen.push(job.payload.n!);
      return finish(job);
    });
    const taken = jobs.db.transaction(
      (tx) =>
        Promise.all(['1', '2'].map((n) => queue.enqueue(tx, { kind: 'work', key: 'a', payload: { n } }))),
      { isBatch: true },
    );
    expect(await taken).toEqual([true, false]);
    await eventually(() => seen.length === 2);
    expect(seen).toEqual(['1', '2']);
  });

  it('keeps the order within a key, one at a time, while keys run side by side', async () => {
    const order = new Map<string, string[]>();
    const running = new Set<string>();
    let most = 0;
    const queue = await worker(async (job) => {
      expect(running.has(job.key)).toBe(false);
      running.add(job.key);
      most = Math.max(most, running.size);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
      running.delete(job.key);
      order.set(job.key, [...(order.get(job.key) ?? []), job.payload.n!]);
      return finish(job);
    });
    const keys = ['a', 'b', 'c', 'd', 'e'];
    for (let n = 0; n < 20; n++) await Promise.all(keys.map((key) => enqueue(queue, key, n)));
    await eventually(() => [...order.values()].flat().length === 100);
    for (const key of keys) expect(order.get(key)).toEqual(Array.from({ length: 20 }, (_, n) => String(n)));
    expect(most).toBeGreaterThan(1);
  });

  it('shares the jobs among several workers, each done once and in order', async () => {
    const seen: string[] = [];
    const handle: Handle = async (job) => {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`${job.key}${job.payload.n}`);
      return finish(job);
    };
    const queue = await worker(handle);
    await worker(handle);
    for (let n = 0; n < 10; n++) await Promise.all(['a', 'b', 'c'].map((key) => enqueue(queue, key, n)));
    await eventually(() => seen.length >= 30);
    expect(new Set(seen).size).toBe(30);
    expect(seen.filter((each) => each.startsWith('a'))).toEqual(
      Array.from({ length: 10 }, (_, n) => `a${n}`),
    );
  });

  it('holds back the rest of a key during a back-off, and counts attempts', async () => {
    const seen: string[] = [];
    const queue = await worker(async (job) => {
      seen.push(`${job.payload.n}#${job.attempt}`);
      if (job.payload.n === '1' && job.attempt === 1)
        return { kind: 'retry', afterMs: 30, reason: 'not yet' };
      return finish(job);
    });
    await enqueue(queue, 'a', 1);
    await enqueue(queue, 'a', 2);
    await eventually(() => seen.length === 3);
    expect(seen).toEqual(['1#1', '1#2', '2#1']);
  });

  it('counts no attempt for a free retry', async () => {
    const attempts: number[] = [];
    const queue = await worker(async (job) => {
      attempts.push(job.attempt);
      return attempts.length < 5 ? { kind: 'retry', afterMs: 1, reason: 'waiting', free: true } : finish(job);
    });
    await enqueue(queue, 'a', 1);
    await eventually(() => attempts.length === 5);
    expect(attempts).toEqual([1, 1, 1, 1, 1]);
  });

  it('a withdrawn job that is running can commit nothing, and the next of its lane is done', async () => {
    const gate = Promise.withResolvers<undefined>();
    const seen: string[] = [];
    const lost = Promise.withResolvers<unknown>();
    const queue = await worker(async (job) => {
      seen.push(job.payload.n!);
      if (job.payload.n !== '1') return finish(job);
      await gate.promise;
      await finish(job).catch(lost.resolve);
      throw new Error('the withdrawn job has ended');
    });
    for (const n of [1, 2, 3]) await enqueue(queue, 'a', n);
    await eventually(() => seen.length === 1);
    const [first, second] = await jobs.db.on().selectFrom('jobs').selectAll().orderBy('id').execute();
    await jobs.db.transaction((tx) => queue.withdraw(tx, [first!, second!]));
    gate.resolve(undefined);
    expect(await lost.promise).toBeInstanceOf(LeaseLostError);
    await eventually(async () => (await queue.depth()).size === 0);
    expect(seen).toEqual(['1', '3']);
    expect(await queue.deadLetters(9)).toEqual([]);
  });

  it('a withdrawn job that waits is never done, and a back-off withdrawn frees its lane', async () => {
    const seen: string[] = [];
    const queue = await worker(async (job) => {
      seen.push(`${job.key}${job.payload.n}`);
      return job.payload.n === '1' ? { kind: 'retry', afterMs: HOUR_MS, reason: 'later' } : finish(job);
    });
    for (const n of [1, 2, 3]) await enqueue(queue, 'a', n);
    const rows = () => jobs.db.on().selectFrom('jobs').selectAll().orderBy('id').execute();
    await eventually(async () => (await rows())[0]?.last_error === 'later');
    const [first, second] = await rows();
    await jobs.db.transaction((tx) => queue.withdraw(tx, [second!]));
    await enqueue(queue, 'b', 4);
    await eventually(() => seen.includes('b4'));
    expect(seen).toEqual(['a1', 'b4']);
    await jobs.db.transaction((tx) => queue.withdraw(tx, [first!]));
    await eventually(() => seen.includes('a3'));
    // Again is harmless, as after a crash.
    await jobs.db.transaction((tx) => queue.withdraw(tx, [first!, second!]));
    await enqueue(queue, 'a', 5);
    await eventually(async () => (await queue.depth()).size === 0);
    expect(seen).toEqual(['a1', 'b4', 'a3', 'a5']);
  });

  it('forgets no job when the transaction that withdraws it is rolled back', async () => {
    const idle = jobs.database.makeQueue(new SystemClock());
    await enqueue(idle, 'a', 1);
    const failing = jobs.db.transaction(async (tx) => {
      await idle.withdraw(tx, await jobs.db.on(tx).selectFrom('jobs').selectAll().execute());
      throw new Error('undo');
    });
    await expect(failing).rejects.toThrow('undo');
    const seen: string[] = [];
    await worker(async (job) => {
      seen.push(job.payload.n!);
      return finish(job);
    });
    await eventually(() => seen.length === 1);
  });

  it('refuses two handlers of one kind', () => {
    const queue = jobs.database.makeQueue(new SystemClock());
    queue.register(handler(finish));
    expect(() => queue.register(handler(finish))).toThrow('two handlers');
  });
}
