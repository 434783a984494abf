import { jest } from '@jest/globals';
import { DONE } from '../../src/persistence/index.js';
import type { TestDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import { jobWorld } from '../support/job-world.js';
import { throughBackOffs } from '../support/passing-time.js';

/** The suite for jobs that fail too often; every adapter runs it. */
export function deadJobsSuite(open: () => Promise<TestDatabase>): void {
  const jobs = jobWorld(open);
  const { worker, finish, enqueue } = jobs;

  it('makes a dead letter after maxAttempts, calls the handler, and continues with the key', async () => {
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
      await throughBackOffs({ db: jobs.db, queue, clock, kinds: ['work'] }, () => seen.length > attempts);
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

  it('keeps a dead letter whose subject is gone, and refuses its retry as a conflict', async () => {
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

  it('counts a handler that does not complete its job as failed', async () => {
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
