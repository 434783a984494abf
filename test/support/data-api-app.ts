import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import { AccessControlModule, ApiKeys, SYSTEM, Users } from '../../src/access-control/index.js';
import {
  assignRequestId,
  type Clock,
  ErrorFilter,
  MetricsModule,
  SystemClock,
  validationPipe,
} from '../../src/common/index.js';
import { checkConfig, ConfigModule, CORE_SECTIONS, readEnvironment } from '../../src/config/index.js';
import { DataApiModule } from '../../src/data-api/index.js';
import { type JobQueue, PersistenceModule } from '../../src/persistence/index.js';
import type { TestDatabase } from './databases.js';
import { compiledOn, ScriptedRuntime } from './pipeline.js';

export interface DataApiApp {
  readonly app: NestExpressApplication;
  readonly queue: JobQueue;
  /** The runtime of the processor `agent`. */
  readonly runtime: ScriptedRuntime;
  /**
   * Creates a user.
   * @returns the user's id and a key
   */
  makeUser(email?: string): Promise<{ id: string; key: string }>;
  /** Creates another key of a user. */
  makeKey(userId: string): Promise<string>;
  /** Calls `GET /v1/…`. */
  call(route: string, key: string): request.Test;
  stop(): Promise<void>;
}

export interface DataApiAppOptions {
  readonly clock?: Clock;
  readonly config?: Record<string, unknown>;
  /** Whether jobs are run; default true. */
  readonly works?: boolean;
}

/** The Data API on a real database, with real users, keys, guards and jobs; only the model is scripted. */
export async function startDataApi(
  database: TestDatabase,
  { clock = new SystemClock(), config = {}, works = true }: DataApiAppOptions = {},
): Promise<DataApiApp> {
  const runtime = new ScriptedRuntime();
  const queue = database.makeQueue(clock, database.db);
  const environment = readEnvironment({
    GATEHOUSE_STATE_DIR: '/nonexistent',
    GATEHOUSE_ADMIN_TOKEN: 'token',
  });
  const builder = Test.createTestingModule({
    imports: [
      ConfigModule.forRoot(checkConfig(CORE_SECTIONS, config, environment)),
      MetricsModule,
      PersistenceModule,
      AccessControlModule,
      DataApiModule,
    ],
    providers: [
      { provide: APP_FILTER, useClass: ErrorFilter },
      { provide: APP_PIPE, useFactory: validationPipe },
    ],
  });
  const module = await compiledOn(builder, { database, clock, queue, runtime });
  const app = module.createNestApplication<NestExpressApplication>({ bodyParser: false });
  app.use(assignRequestId);
  await app.init();
  if (works) await queue.start();
  else queue.standBy();
  return { app, queue, runtime, ...accounts(app), call: caller(app), stop: () => app.close() };
}

function accounts(app: NestExpressApplication): Pick<DataApiApp, 'makeUser' | 'makeKey'> {
  const makeKey = async (userId: string) => (await app.get(ApiKeys).create(SYSTEM, userId, {})).key;
  const makeUser = async (email = 'robin@example.com') => {
    const { id } = await app.get(Users).create(SYSTEM, { email, displayName: 'Robin' });
    return { id, key: await makeKey(id) };
  };
  return { makeUser, makeKey };
}

function caller(app: NestExpressApplication): DataApiApp['call'] {
  const agent = request(app.getHttpServer()) as unknown as Record<string, (path: string) => request.Test>;
  return (route, key) => {
    const [method = 'GET', path = ''] = route.split(' ');
    return agent[method.toLowerCase()]!(`/v1${path}`).set('Authorization', `Bearer ${key}`);
  };
}
