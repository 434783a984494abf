import { jest } from '@jest/globals';
import type { Clock } from '../../src/common/index.js';
import { SystemClock } from '../../src/common/index.js';
import {
  type ClaimedJob,
  type Database,
  DONE,
  type JobHandler,
  type JobQueue,
  type JobResult,
} from '../../src/persistence/index.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import type { TestDatabase } from '../support/databases.js';

type Handle = (job: ClaimedJob) => Promise<JobResult>;

/** What every JobQueue must do; each adapter runs it against its own database. */
export function jobQueueSuite(open: () => Promise<TestDatabase>): void {
  let database: TestDatabase;
  let db: Database;
  const queues: JobQueue[] = [];

  beforeEach(async () => {
    database = await open();
    db = database.db;
  });
  afterEach(async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.stop(0)));
    await database.close();
  });

  const handler = (handle: Handle, options: Partial<JobHandler> = {}): JobHandler => ({
    kind: 'work',
    concurrency: 8,
    maxAttempts: 3,
    handle,
    buried: () => Promise.resolve(),
    revived: () => Promise.resolve(true),
    ...options,
  });
  const worker = async (
    handle: Handle,
    { clock = new SystemClock(), ...options }: Partial<JobHandler> & { clock?: Clock } = {},
  ) => {
    const queue = database.makeQueue(clock);
    queues.push(queue);
    queue.register(handler(handle, options));
    await queue.start();
    return queue;
  };
  const finish = async (job: ClaimedJob): Promise<JobResult> => {
    await db.transaction((tx) => job.complete(tx));
    return DONE;
  };
  const enqueue = (queue: JobQueue, key: string, n: number) =>
    db.transaction((tx) => queue.enqueue(tx, { kind: 'work', key, payload: { n: String(n) } }));

  it('runs what was enqueued before it started', async () => {
    const idle = database.makeQueue(new SystemClock());
    await enqueue(idle, 'a', 1);
    const seen: string[] = [];
    await worker(async (job) => {
      seen.push(job.payload.n!);
      return finish(job);
    });
    await eventually(() => seen.length === 1);
  });

  it('says which jobs this worker takes at once, and tells their handler', async () => {
    const gate = Promise.withResolvers<undefined>();
    const seen: [string, boolean][] = [];
    const queue = await worker(async (job) => {
      seen.push([job.payload.n!, job.isFirstHand]);
      await gate.promise;
      return job.attempt === 1 && job.payload.n === '1'
        ? { kind: 'retry', afterMs: 0, reason: 'once more' }
        : finish(job);
    });
    expect(await enqueue(queue, 'a', 1)).toBe(true);
    expect(await enqueue(queue, 'a', 2)).toBe(false);
    gate.resolve(undefined);
    await eventually(async () => (await queue.depth()).get('work') === undefined);
    expect(seen).toEqual([
      ['1', true],
      ['1', false],
      ['2', false],
    ]);
  });

  it('forgets a job whose transaction is rolled back', async () => {
    const seen: string[] = [];
    const queue = await worker(async (job) => {
      seen.push(job.payload.n!);
      return finish(job);
    });
    const failing = db.transaction(async (tx) => {
      await queue.enqueue(tx, { kind: 'work', key: 'a', payload: { n: '1' } });
      throw new Error('undo');
    });
    await expect(failing).rejects.toThrow('undo');
    await enqueue(queue, 'a', 2);
    await eventually(() => seen.length > 0);
    expect(seen).toEqual(['2']);
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

  it('shares the jobs of several workers without doing one twice or out of order', async () => {
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

  it('holds back the rest of a key while its head backs off, and counts attempts', async () => {
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

  it('buries a job after maxAttempts, tells the handler, and goes on with the key', async () => {
    const clock = new FakeClock();
    const buried: string[] = [];
    const seen: string[] = [];
    const queue = await worker(
      async (job) => {
        seen.push(job.payload.n!);
        if (job.payload.n === '1') throw new Error('broken');
        return finish(job);
      },
      {
        clock,
        buried: async (_tx: unknown, payload: { n?: string }, error: string) =>
          void buried.push(`${payload.n}:${error}`),
      },
    );
    await enqueue(queue, 'a', 1);
    await enqueue(queue, 'a', 2);
    for (const attempts of [1, 2]) {
      await eventually(() => seen.length === attempts);
      await eventually(async () => {
        clock.advance(2_000);
        await queue.expedite('work');
        return seen.length > attempts;
      });
    }
    await eventually(() => seen.includes('2'));
    expect(seen).toEqual(['1', '1', '1', '2']);
    expect(buried).toEqual(['1:broken']);
    const [letter] = await queue.deadLetters(10);
    expect(letter).toMatchObject({
      kind: 'work',
      key: 'a',
      payload: { n: '1' },
      attempts: 3,
      error: 'broken',
    });
  });

  it('revives a dead letter once', async () => {
    let isBroken = true;
    let done = 0;
    const queue = await worker(
      async (job) => {
        if (isBroken) throw new Error('broken');
        done++;
        return finish(job);
      },
      { maxAttempts: 1 },
    );
    await enqueue(queue, 'a', 1);
    await eventually(async () => (await queue.deadLetters(1)).length === 1);
    isBroken = false;
    const [letter] = await queue.deadLetters(1);
    const noted: string[] = [];
    const revive = () => queue.revive(letter!.id, async () => void noted.push('noted'));
    expect(await revive()).toEqual(letter);
    await expect(revive()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await eventually(() => done === 1);
    expect(await queue.deadLetters(1)).toEqual([]);
    expect(noted).toEqual(['noted']);
  });

  it('keeps a dead letter whose subject is gone, and tells nobody that it was put back', async () => {
    const asked: unknown[] = [];
    const queue = await worker(() => Promise.reject(new Error('broken')), {
      maxAttempts: 1,
      revived: async (_tx, payload) => asked.push(payload) < 1,
    });
    await enqueue(queue, 'a', 1);
    await eventually(async () => (await queue.deadLetters(1)).length === 1);
    const letters = await queue.deadLetters(1);
    const note = jest.fn(async () => undefined);
    await expect(queue.revive(letters[0]!.id, note)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(asked).toEqual([{ n: '1' }]);
    expect(note).not.toHaveBeenCalled();
    expect(await queue.deadLetters(1)).toEqual(letters);
    expect((await queue.depth()).size).toBe(0);
  });

  it('pages through the dead letters, newest first', async () => {
    const queue = await worker(() => Promise.reject(new Error('broken')), { maxAttempts: 1 });
    for (const n of [1, 2, 3]) await enqueue(queue, 'a', n);
    await eventually(async () => (await queue.deadLetters(9)).length === 3);
    const [newest, ...older] = await queue.deadLetters(9);
    expect(newest!.payload).toEqual({ n: '3' });
    expect(await queue.deadLetters(9, newest!.id)).toEqual(older);
    expect(await queue.deadLetters(1, newest!.id)).toEqual(older.slice(0, 1));
  });

  it('gives the jobs of a worker that is gone to another, and fences the late one off', async () => {
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
    const seen: string[] = [];
    const second = await worker(
      async (job) => {
        seen.push(job.payload.n!);
        return finish(job);
      },
      { clock },
    );
    await eventually(async () => {
      clock.advance(31_000);
      await second.expedite('work');
      return seen.length === 2;
    });
    release();
    await expect(late).rejects.toThrow('another worker');
    // Seen is not yet done: the second job's end may still be on its way to the disk.
    await eventually(async () => ((await second.depth()).get('work') ?? 0) === 0);
    expect(seen).toEqual(['1', '2']);
  });

  it('rolls back the effect of a worker that lost its lease', async () => {
    const clock = new FakeClock();
    const gate = Promise.withResolvers<undefined>();
    const outcome = Promise.withResolvers<string>();
    const first = await worker(
      async (job) => {
        await gate.promise;
        const effect = db.transaction(async (tx) => {
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
    const seen: string[] = [];
    const second = await worker(
      async (job) => {
        seen.push(`${job.key}${job.payload.n}`);
        return finish(job);
      },
      { clock },
    );
    await eventually(async () => {
      clock.advance(31_000);
      await second.expedite('work');
      return seen.length === 1;
    });
    gate.resolve(undefined);
    expect(await outcome.promise).toBe('rolled back');
    expect(seen).toEqual(['a1']);
  });

  it('finishes what runs when it stops, and leaves the rest for later', async () => {
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

  it('aborts what does not finish in time, without counting an attempt', async () => {
    const queue = await worker(
      (job) =>
        new Promise((_, reject) => job.signal.addEventListener('abort', () => reject(new Error('stopped')))),
    );
    await enqueue(queue, 'a', 1);
    await eventually(async () => (await queue.depth()).get('work') === 1);
    await new Promise((resolve) => setImmediate(resolve));
    await queue.stop(10);
    const attempts: number[] = [];
    await worker(async (job) => {
      attempts.push(job.attempt);
      return finish(job);
    });
    await eventually(() => attempts.length === 1);
    expect(attempts).toEqual([1]);
  });

  it('refuses two handlers of one kind', () => {
    const queue = database.makeQueue(new SystemClock());
    queue.register(handler(finish));
    expect(() => queue.register(handler(finish))).toThrow('two handlers');
  });

  it('treats a handler that forgets to complete as failed', async () => {
    const attempts: number[] = [];
    const queue = await worker(
      async (job) => {
        attempts.push(job.attempt);
        return DONE;
      },
      { maxAttempts: 1 },
    );
    await enqueue(queue, 'a', 1);
    await eventually(async () => (await queue.deadLetters(1)).length === 1);
    expect(attempts).toEqual([1]);
  });
}
