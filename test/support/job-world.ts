import { type Clock, SystemClock } from '../../src/common/index.js';
import {
  type ClaimedJob,
  type Database,
  DONE,
  type JobHandler,
  type JobQueue,
  type JobResult,
} from '../../src/persistence/index.js';
import type { TestDatabase } from './databases.js';

export type Handle = (job: ClaimedJob) => Promise<JobResult>;

/** Jobs of one kind on a new database for each test; its workers end with the test. */
export interface JobWorld {
  readonly database: TestDatabase;
  readonly db: Database;
  /** A handler of the kind `work`. */
  handler(handle: Handle, options?: Partial<JobHandler>): JobHandler;
  /** Starts a queue; there may be several. */
  worker(handle: Handle, options?: Partial<JobHandler> & { clock?: Clock }): Promise<JobQueue>;
  finish(job: ClaimedJob): Promise<JobResult>;
  enqueue(queue: JobQueue, key: string, n: number): Promise<void>;
  take(queue: JobQueue, key: string, n: number): Promise<boolean>;
  /** Starts another queue that does the next job. @returns the number of that attempt */
  attemptOfNext(): Promise<number>;
}

/** Call it where the tests are declared. */
export function jobWorld(open: () => Promise<TestDatabase>): JobWorld {
  let database: TestDatabase;
  const queues: JobQueue[] = [];
  beforeEach(async () => {
    database = await open();
  });
  afterEach(async () => {
    await Promise.all(queues.splice(0).map((queue) => queue.stop(0)));
    await database.close();
  });
  const worker: JobWorld['worker'] = async (handle, options = {}) => {
    const queue = database.makeQueue(options.clock ?? new SystemClock());
    queues.push(queue);
    queue.register(handlerOf(handle, options));
    await queue.start();
    return queue;
  };
  const finish: JobWorld['finish'] = async (job) => {
    await database.db.transaction((tx) => job.complete(tx));
    return DONE;
  };
  return {
    get database() {
      return database;
    },
    get db() {
      return database.db;
    },
    handler: handlerOf,
    worker,
    finish,
    enqueue: async (queue, key, n) => {
      await database.db.transaction((tx) => queue.enqueue(tx, jobOf(key, n)));
    },
    take: (queue, key, n) => database.db.transaction((tx) => queue.enqueue(tx, jobOf(key, n))),
    attemptOfNext: async () => {
      const next = Promise.withResolvers<number>();
      await worker(async (job) => {
        const result = await finish(job);
        next.resolve(job.attempt);
        return result;
      });
      return next.promise;
    },
  };
}

const jobOf = (key: string, n: number) => ({
  kind: 'work',
  key,
  payload: { n: String(n) },
  prepareSubject: async () => `subject ${n}`,
});

/** Options may be getters, since a queue reads them repeatedly. */
const handlerOf = (handle: Handle, options: Partial<JobHandler> = {}): JobHandler => {
  const handler: JobHandler = {
    kind: 'work',
    concurrency: 8,
    maxAttempts: 3,
    handle,
    buried: () => Promise.resolve(),
    revived: () => Promise.resolve(true),
  };
  return Object.defineProperties(handler, Object.getOwnPropertyDescriptors(options));
};
