import { jest } from '@jest/globals';
import { Global, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import { timeLimit } from '../../simulators/common/time-limit.js';
import { Clock, ErrorFilter, MetricsModule, SystemClock } from '../common/index.js';
import { checkConfig, CORE_SECTIONS, GatehouseConfig, readEnvironment } from '../config/index.js';
import { Database, JobQueue } from '../persistence/index.js';
import { HealthModule } from './health.module.js';

const TOKEN = 'test-owner-token';
const database = { ping: jest.fn<Database['ping']>() };
const queue = { isRunning: true, depth: async () => new Map([['inbound', 3]]) };
let app: NestExpressApplication;

beforeEach(async () => {
  database.ping.mockReset().mockResolvedValue(undefined);
  queue.isRunning = true;
  const module = Test.createTestingModule({
    imports: [world(), MetricsModule, HealthModule],
    providers: [{ provide: APP_FILTER, useClass: ErrorFilter }],
  });
  app = (await module.compile()).createNestApplication<NestExpressApplication>();
  await app.init();
});
afterEach(() => app.close());

function world() {
  const environment = readEnvironment({ GATEHOUSE_STATE_DIR: '/nonexistent', GATEHOUSE_ADMIN_TOKEN: TOKEN });
  const providers = [
    { provide: Database, useValue: database },
    { provide: JobQueue, useValue: queue },
    { provide: Clock, useClass: SystemClock },
    { provide: GatehouseConfig, useValue: checkConfig(CORE_SECTIONS, {}, environment) },
  ];
  @Global()
  @Module({ providers, exports: providers.map(({ provide }) => provide) })
  class WorldModule {}
  return WorldModule;
}

const get = (path: string) => request(app.getHttpServer()).get(path);

it('/healthz answers ok when the database is down', async () => {
  database.ping.mockRejectedValue(new Error('gone'));
  const { status, body } = await get('/healthz');
  expect([status, body]).toEqual([200, { status: 'ok' }]);
});

describe('/readyz', () => {
  it('answers ok when the database answers and the job queue runs', async () => {
    const { status, body } = await get('/readyz');
    expect([status, body]).toEqual([200, { status: 'ok', checks: { database: 'up', jobs: 'up' } }]);
  });

  it('names the part that is down, not the reason', async () => {
    database.ping.mockRejectedValue(new Error('secret path /var/lib'));
    const { status, body } = await get('/readyz');
    expect([status, body]).toEqual([503, { status: 'error', checks: { database: 'down', jobs: 'up' } }]);
  });

  it('does not wait for a database that gives no answer', async () => {
    const pong = Promise.withResolvers<undefined>();
    database.ping.mockReturnValue(pong.promise);
    const late = setTimeout(() => pong.resolve(undefined), timeLimit(5_000));
    const { status, body } = await get('/readyz');
    clearTimeout(late);
    expect([status, body]).toMatchObject([503, { checks: { database: 'down' } }]);
    pong.resolve(undefined);
  });

  it('answers 503 while the job queue does not run', async () => {
    queue.isRunning = false;
    const { status, body } = await get('/readyz');
    expect([status, body]).toMatchObject([503, { checks: { jobs: 'down' } }]);
  });
});

describe('/metrics', () => {
  it('answers a scraper on this machine', async () => {
    const { status, text, headers } = await get('/metrics');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toContain('process_cpu_seconds_total');
  });

  it.each(['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via', 'X-Forwarded-Proto'])(
    'needs a token when a call comes through a proxy (%s)',
    async (header) => {
      expect((await get('/metrics').set(header, '127.0.0.1')).status).toBe(401);
      const allowed = get('/metrics').set(header, '127.0.0.1').set('Authorization', `Bearer ${TOKEN}`);
      expect((await allowed).status).toBe(200);
    },
  );
});
