import type { Test } from 'supertest';
import type { Row } from '../../src/persistence/index.js';
import { type DataApiApp, type DataApiAppOptions, startDataApi } from './data-api-app.js';
import type { TestDatabase } from './databases.js';
import { eventually } from './eventually.js';
import { FakeClock } from './fake-clock.js';

export const HOUR_MS = 3_600_000;
/** A configuration that uses the model. */
export const AGENT = { dataApi: { processor: 'agent' } };

/** A request as the Data API returns it. */
export interface Body {
  readonly id: string;
  readonly status: string;
  readonly output?: { readonly text?: string; readonly format?: string };
  readonly error?: { readonly code: string; readonly details: string };
}

/** The Data API of a test with a user, on a new database for each test; all end with the test. */
export interface DataRequestWorld {
  readonly database: TestDatabase;
  readonly sut: DataApiApp;
  readonly clock: FakeClock;
  readonly user: { readonly id: string; readonly key: string };
  restart(options?: DataApiAppOptions): Promise<void>;
  /** Starts another one, as after a kill: the present one does nothing more until the end of the test. */
  startAfterKill(options?: DataApiAppOptions): Promise<void>;
  process(data: string, headers?: Record<string, string>, key?: string): Test;
  read(id: string, key?: string): Promise<Body>;
  /** Resolves with a request once it has ended. */
  over(id: string): Promise<Body>;
  stored(): Promise<Row<'data_requests'>[]>;
  /** A model that answers on demand. */
  hold(): { readonly asked: Promise<unknown>; readonly answer: (text: string) => void };
}

/** Call it where the tests are declared. */
export function dataRequestWorld(open: () => Promise<TestDatabase>): DataRequestWorld {
  let database: TestDatabase;
  let sut: DataApiApp;
  const killed: DataApiApp[] = [];
  let clock: FakeClock;
  let user: DataRequestWorld['user'];
  const start = async (options: DataApiAppOptions = {}) => {
    sut = await startDataApi(database, { clock, ...options });
  };
  beforeEach(async () => {
    database = await open();
    clock = new FakeClock(Date.now());
    await start();
    user = await sut.makeUser();
  });
  afterEach(async () => {
    await Promise.all([...killed.splice(0), sut].map((each) => each.stop()));
    await database.close();
  });
  const read = async (id: string, key = user.key) =>
    (await sut.call(`GET /data/process/${id}`, key)).body as Body;
  return {
    get database() {
      return database;
    },
    get sut() {
      return sut;
    },
    get clock() {
      return clock;
    },
    get user() {
      return user;
    },
    restart: async (options) => {
      await sut.stop();
      await start(options);
    },
    startAfterKill: async (options) => {
      killed.push(sut);
      await start(options);
    },
    process: (data, headers = {}, key = user.key) =>
      sut.call('POST /data/process', key).set(headers).send({ input_data: data }),
    read,
    over: async (id) => {
      let body: Body | undefined;
      await eventually(async () => ['completed', 'failed'].includes((body = await read(id)).status));
      return body!;
    },
    stored: () => database.db.on().selectFrom('data_requests').selectAll().execute(),
    hold: () => {
      const gate = Promise.withResolvers<string>();
      const asked = Promise.withResolvers<null>();
      sut.runtime.answer = () => {
        asked.resolve(null);
        return gate.promise;
      };
      return { asked: asked.promise, answer: (text) => gate.resolve(text) };
    },
  };
}
