import type { TestDatabase } from './databases.js';
import { eventually } from './eventually.js';
import { type Pipeline, type PipelineOptions, startPipeline } from './pipeline.js';

/** The pipelines of a test on a new database for each; all end with the test. */
export interface PipelineWorld {
  readonly database: TestDatabase;
  /** The last one started. */
  readonly pipeline: Pipeline;
  /** Starts a pipeline; several act as replicas on the one database. */
  start(options?: PipelineOptions): Promise<Pipeline>;
  /** Opens direct chats to all senders. */
  letIn(pipeline: Pipeline): Promise<void>;
  /**
   * Resolves when the queue is empty.
   * @param pipeline the owner of the queue; default the last one
   */
  idle(pipeline?: Pipeline): Promise<void>;
}

/** The lifetime of a world: one test, or the block that declares it. */
export type Lifetime = 'test' | 'block';

/** Call it where the tests are declared. */
export function pipelineWorld(open: () => Promise<TestDatabase>, lifetime: Lifetime = 'test'): PipelineWorld {
  let database: TestDatabase;
  const pipelines: Pipeline[] = [];
  const [before, after] = lifetime === 'test' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    database = await open();
  });
  after(async () => {
    try {
      await Promise.all(pipelines.splice(0).map((each) => each.stop()));
    } finally {
      await database.close();
    }
  });
  const last = () => pipelines.at(-1)!;
  return {
    get database() {
      return database;
    },
    get pipeline() {
      return last();
    },
    start: async (options = {}) => {
      const started = await startPipeline(database, options);
      pipelines.push(started);
      return started;
    },
    letIn: async ({ connector }) => {
      connector.settings = { ...connector.settings, dmPolicy: 'open' };
    },
    idle: ({ queue } = last()) =>
      eventually(async () => (await queue.depth()).size === 0, { what: 'an idle queue' }),
  };
}
