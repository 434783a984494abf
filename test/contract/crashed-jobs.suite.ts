import { type ClaimedJob, type JobQueue, type JobResult } from '../../src/persistence/index.js';
import { lanesOf, type TestDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import { jobWorld } from '../support/job-world.js';
import { throughBackOffs } from '../support/passing-time.js';

const ERROR = 'TypeError at read (file.js:1:2)';

/** The suite for jobs that end their process by an error that nothing catches; every adapter runs it. */
export function crashedJobsSuite(open: () => Promise<TestDatabase>): void {
  const jobs = jobWorld(open);
  const { worker, finish, enqueue } = jobs;
  const clock = new FakeClock();
  /** What runs in each process, by the number of the process. */
  let seen: string[][] = [];
  beforeEach(() => (seen = []));

  /** A process: `handle` may blame an error and hang, as a job does whose process ends. */
  const start = async (
    handle: (job: ClaimedJob, queue: JobQueue) => Promise<JobResult>,
    buried: string[] = [],
  ): Promise<JobQueue> => {
    const own: string[] = [];
    seen.push(own);
    const queue: JobQueue = await worker(
      (job) => {
        own.push(`${job.key}${job.payload.n}`);
        return handle(job, queue);
      },
      {
        clock,
        buried: async (_tx, { n }, error, reason) => void buried.push(`${n}: ${error} (${reason})`),
      },
    );
    return queue;
  };
  /** A job whose process ends: nothing more comes of it here. */
  const hangs = ({ signal }: ClaimedJob) =>
    new Promise<JobResult>((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('aborted'))),
    );
  /** As the handler of an error that was thrown outside of promises. */
  const blames = (queue: JobQueue, recorded: () => void) =>
    void setTimeout(() => void queue.blame(ERROR).then(recorded), 1);
  const crashing = async (isPoisoned: (job: ClaimedJob) => boolean, buried: string[] = []) => {
    const recorded = Promise.withResolvers<undefined>();
    const queue = await start(async (job, own) => {
      if (!isPoisoned(job)) return finish(job);
      blames(own, () => recorded.resolve(undefined));
      return hangs(job);
    }, buried);
    return { queue, recorded: recorded.promise };
  };
  const through = (queue: JobQueue, until: () => boolean) =>
    throughBackOffs({ db: jobs.db, queue, clock, kinds: ['work'] }, until);
  const isFirst = ({ key, payload }: ClaimedJob) => key === 'a' && payload.n === '1';

  it('makes a job that ended two processes in a row a dead letter in the third, and continues its lane', async () => {
    const buried: string[] = [];
    const first = await crashing(isFirst);
    await enqueue(first.queue, 'a', 1);
    await enqueue(first.queue, 'a', 2);
    await first.recorded;
    const second = await crashing(isFirst);
    await through(second.queue, () => seen[1]!.includes('a1'));
    await second.recorded;
    const third = await start(finish, buried);
    await through(third, () => seen[2]!.includes('a2'));
    expect(seen).toEqual([['a1'], ['a1'], ['a2']]);
    expect(buried).toEqual([`1: ${ERROR} (crashed)`]);
    const letters = await third.deadLetters(9);
    expect(letters).toMatchObject([{ key: 'a', payload: { n: '1' }, attempts: 2, reason: 'crashed' }]);
    // A retry is a new beginning.
    await third.revive(letters[0]!.id);
    await eventually(() => seen[2]!.includes('a1'));
  });

  it('blames only the job whose code threw, and leaves its lane alone for a moment', async () => {
    const first = await crashing(({ key, payload }) => key === 'a' && payload.n === '1');
    await enqueue(first.queue, 'b', 1);
    await eventually(() => seen[0]!.includes('b1'));
    await enqueue(first.queue, 'a', 1);
    await first.recorded;
    const rows = await jobs.db.on().selectFrom('jobs').select(['key', 'crashes', 'last_error']).execute();
    expect(rows).toEqual([{ key: 'a', crashes: 1, last_error: ERROR }]);
    const lane = jobs.db
      .on()
      .selectFrom(lanesOf(jobs.db))
      .select(['visible_at', 'owner'])
      .where('key', '=', 'a');
    const { visible_at: dueAt, owner } = await lane.executeTakeFirstOrThrow();
    expect([dueAt - clock.now() >= 1_000, owner]).toEqual([true, null]);
  });

  it('counts ends in a row: an attempt that failed in between resets the count', async () => {
    const first = await crashing(isFirst);
    await enqueue(first.queue, 'a', 1);
    await first.recorded;
    const second = await start(async () => ({ kind: 'retry', afterMs: 0, reason: 'not yet', free: true }));
    await through(second, () => seen[1]!.includes('a1'));
    const crashes = async () =>
      (await jobs.db.on().selectFrom('jobs').select('crashes').execute())[0]?.crashes;
    await eventually(async () => (await crashes()) === 0);
    await second.stop(0);
    const third = await crashing(isFirst);
    await through(third.queue, () => seen[2]!.includes('a1'));
    await third.recorded;
    expect(await crashes()).toBe(1);
  });

  it('needs one end only for a further job of a lane that was through it', async () => {
    const first = await crashing(isFirst);
    await enqueue(first.queue, 'a', 1);
    await enqueue(first.queue, 'a', 2);
    await first.recorded;
    const second = await crashing(isFirst);
    await through(second.queue, () => seen[1]!.includes('a1'));
    await second.recorded;
    const third = await crashing(() => true);
    await through(third.queue, () => seen[2]!.includes('a2'));
    await third.recorded;
    const fourth = await start(finish);
    await eventually(async () => {
      await fourth.expedite('work');
      return (await fourth.deadLetters(9)).length === 2;
    });
    expect(seen).toEqual([['a1'], ['a1'], ['a2'], []]);
  });

  it('needs two ends for that where the code is of none of the jobs that run', async () => {
    const first = await crashing(isFirst);
    await enqueue(first.queue, 'a', 1);
    await enqueue(first.queue, 'a', 2);
    await first.recorded;
    const second = await crashing(isFirst);
    await through(second.queue, () => seen[1]!.includes('a1'));
    await second.recorded;
    const third = await start(hangs);
    await through(third, () => seen[2]!.includes('a2'));
    await third.blame(ERROR);
    const fourth = await start(finish);
    await through(fourth, () => seen[3]!.includes('a2'));
    expect(await fourth.deadLetters(9)).toHaveLength(1);
  });

  it('suspects all that run when the code is of none of them, and then runs these one at a time', async () => {
    const first = await start(hangs);
    for (const key of ['a', 'b', 'c']) await enqueue(first, key, 1);
    await eventually(() => seen[0]!.length === 3);
    await first.blame(ERROR);
    let poisoned: ClaimedJob | undefined;
    const second = await start((job) => ((poisoned = job), hangs(job)));
    await through(second, () => poisoned !== undefined);
    // The others wait for their turn.
    await second.expedite('work');
    expect(seen[1]).toHaveLength(1);
    await second.blame(ERROR);
    const third = await start(finish);
    await eventually(async () => {
      await third.expedite('work');
      clock.advance(1_000);
      return (await third.deadLetters(9)).length === 1 && seen[2]!.length === 2;
    });
    const [letter] = await third.deadLetters(9);
    expect([letter?.key, ...seen[2]!.map((each) => each[0])].sort()).toEqual(['a', 'b', 'c']);
    expect(letter?.key).toBe(poisoned?.key);
  });
}
