import type { TestDatabase } from './databases.js';
import { eventually } from './eventually.js';
import { type Pipeline, type PipelineOptions, startPipeline } from './pipeline.js';

/** The pipeline of a test on a database that is new for each; both end with the test. */
export interface PipelineWorld {
  readonly database: TestDatabase;
  start(options?: PipelineOptions): Promise<Pipeline>;
  /** Opens direct chats: whoever writes there is answered. */
  letIn(pipeline: Pipeline): Promise<void>;
  /** Resolves when nothing waits to be done. */
  idle(pipeline: Pipeline): Promise<void>;
}

/** Call it where the tests are declared. */
export function pipelineWorld(open: () => Promise<TestDatabase>): PipelineWorld {
  let database: TestDatabase;
  let pipeline: Pipeline | undefined;
  beforeEach(async () => {
    database = await open();
  });
  afterEach(async () => {
    const last = pipeline;
    pipeline = undefined;
    try {
      await last?.stop();
    } finally {
      await database.close();
    }
  });
  return {
    get database() {
      return database;
    },
    start: async (options = {}) => (pipeline = await startPipeline(database, options)),
    letIn: async ({ connector }) => {
      connector.settings = { ...connector.settings, dmPolicy: 'open' };
    },
    idle: ({ queue }) => eventually(async () => (await queue.depth()).size === 0, { what: 'an idle queue' }),
  };
}
