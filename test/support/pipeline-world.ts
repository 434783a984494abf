import type { TestDatabase } from './databases.js';
import { eventually } from './eventually.js';
import { type Pipeline, type PipelineOptions, startPipeline } from './pipeline.js';

/** The pipelines of a test on a database that is new for each; all end with the test. */
export interface PipelineWorld {
  readonly database: TestDatabase;
  /** The one that was started last. */
  readonly pipeline: Pipeline;
  /** Any number of them, as replicas on the one database. */
  start(options?: PipelineOptions): Promise<Pipeline>;
  /** Opens direct chats: whoever writes there is answered. */
  letIn(pipeline: Pipeline): Promise<void>;
  /** Resolves when nothing waits to be done. @param pipeline whose queue is asked; the last one unless told */
  idle(pipeline?: Pipeline): Promise<void>;
}

/** How long a world lasts: for one test, or for all of the block that it is declared in. */
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
