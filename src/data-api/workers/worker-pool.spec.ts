import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { timeLimit } from '../../../simulators/common/time-limit.js';
import { PoolBusyError, WorkerPool } from './worker-pool.js';

interface Task {
  readonly say?: string;
  readonly do?: 'hang' | 'throw' | 'exit' | 'eat' | 'env';
}

const SCRIPT = `
const acts = {
  hang: () => { for (;;); },
  throw: () => { throw new Error('as planned'); },
  exit: () => process.exit(3),
  eat: () => { const all = []; for (;;) all.push(new Array(10_000).fill(all.length)); },
  env: () => JSON.stringify(process.env),
};
export const work = (task) => task.do ? acts[task.do]() : 'said ' + task.say;
`;

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-pool-'));
const file = pathToFileURL(join(folder, 'task.worker.mjs'));
writeFileSync(file, SCRIPT);
afterAll(() => rmSync(folder, { recursive: true }));

const never = new AbortController().signal;
let sut: WorkerPool;
const open = (more: { threads?: number; timeoutMs?: number; maxWaiting?: number } = {}) => {
  sut = new WorkerPool({
    file,
    threads: 1,
    maxWaiting: 2,
    timeoutMs: timeLimit(20_000),
    memoryMb: 32,
    idleMs: 1_000,
    ...more,
  });
};
const run = (task: Task, signal = never, owner = 'ann') =>
  sut.runTask<string>({ name: 'work', task }, owner, signal);
afterEach(() => sut.close());

describe('a worker pool', () => {
  it('runs tasks one after the other on a thread', async () => {
    open();
    const results = ['a', 'b', 'c'].map((say) => run({ say }));
    expect(await Promise.all(results)).toEqual(['said a', 'said b', 'said c']);
  });

  it('alternates between owners', async () => {
    open({ maxWaiting: 4 });
    const ended: string[] = [];
    const tasks = [['a1'], ['a2'], ['a3'], ['b1', 'bob'], ['c1', 'cem']] as const;
    await Promise.all(
      tasks.map(([say, owner]) => run({ say }, never, owner).then((result) => ended.push(result))),
    );
    expect(ended).toEqual(['said a1', 'said b1', 'said a2', 'said c1', 'said a3']);
  });

  it.each([
    ['hang', 'timeout', 300],
    ['eat', 'memory', 20_000],
    ['throw', 'crashed', 20_000],
    ['exit', 'crashed', 20_000],
  ] as const)('survives a task that would %s', async (act, kind, timeoutMs) => {
    open({ timeoutMs });
    const bad = run({ do: act });
    await expect(bad).rejects.toMatchObject({ name: 'WorkerFault', kind });
    await sut.close();
    open();
    expect(await run({ say: 'a' })).toBe('said a');
  });

  it('continues with a new thread after a fault', async () => {
    open();
    const bad = run({ do: 'throw' });
    const good = run({ say: 'a' });
    await expect(bad).rejects.toMatchObject({ kind: 'crashed' });
    expect(await good).toBe('said a');
  });

  it('refuses a task when the queue is full', async () => {
    open();
    const abort = new AbortController();
    const kept = [1, 2, 3].map(() => run({ do: 'hang' }, abort.signal));
    await expect(run({ say: 'a' })).rejects.toBeInstanceOf(PoolBusyError);
    abort.abort();
    for (const each of await Promise.allSettled(kept))
      expect(each).toMatchObject({ status: 'rejected', reason: { kind: 'stopped' } });
  });

  it('refuses the newest task of the owner with the most tasks', async () => {
    open();
    const abort = new AbortController();
    const first = run({ do: 'hang' }, abort.signal);
    const [second, third] = [run({ say: 'a2' }), run({ say: 'a3' })];
    const other = run({ say: 'b1' }, never, 'bob');
    await expect(third).rejects.toBeInstanceOf(PoolBusyError);
    await expect(run({ say: 'c1' }, never, 'cem')).rejects.toBeInstanceOf(PoolBusyError);
    abort.abort();
    await expect(first).rejects.toMatchObject({ kind: 'stopped' });
    expect(await Promise.all([other, second])).toEqual(['said b1', 'said a2']);
  });

  it('ends a task whose caller has gone, waiting or running', async () => {
    open();
    const abort = new AbortController();
    const running = run({ do: 'hang' }, abort.signal);
    const waiting = run({ say: 'b' }, AbortSignal.abort());
    await expect(waiting).rejects.toMatchObject({ kind: 'stopped' });
    const next = run({ say: 'c' });
    abort.abort();
    await expect(running).rejects.toMatchObject({ kind: 'stopped' });
    expect(await next).toBe('said c');
  });

  it('ends everything when it closes', async () => {
    open();
    const all = [run({ do: 'hang' }), run({ say: 'b' })];
    const closing = sut.close();
    for (const each of await Promise.allSettled(all))
      expect(each).toMatchObject({ status: 'rejected', reason: { kind: 'stopped' } });
    await closing;
  });

  it('gives its threads no environment variables', async () => {
    open();
    expect(await run({ do: 'env' })).toBe('{}');
  });
});
