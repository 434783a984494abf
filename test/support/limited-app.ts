import { type CanActivate, Controller, type ExecutionContext, Get, NotFoundException } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import request, { type Response } from 'supertest';
import {
  AccessControlModule,
  AccessGuard,
  type AuthenticatedRequest,
  type RequestLimits,
} from '../../src/access-control/index.js';
import { Clock, ErrorFilter, GatehouseError, Public, RequiresKey } from '../../src/common/index.js';
import { checkConfig, ConfigModule, CORE_SECTIONS, readEnvironment } from '../../src/config/index.js';
import { LimitsModule } from '../../src/data-api/index.js';
import { Database, JobQueue, PersistenceModule } from '../../src/persistence/index.js';
import type { TestDatabase } from './databases.js';
import { keptOpen } from './pipeline.js';

@Controller()
class ThingsController {
  @Get('v1/thing')
  @RequiresKey()
  thing(): object {
    return { ok: true };
  }

  @Get('v1/missing')
  @RequiresKey()
  missing(): never {
    throw new NotFoundException();
  }

  @Get('open')
  @Public('for the test of routes that need no key')
  open(): object {
    return { ok: true };
  }
}

/** Trusts the header `key`: `id` or `id:{"perMinute":3}`. */
const believing: CanActivate = {
  canActivate: (context: ExecutionContext) => {
    const incoming = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (incoming.path === '/open') return true;
    const [, keyId, limits = '{}'] = /^(\w+):?(.*)$/.exec(String(incoming.headers.key ?? '')) ?? [];
    if (keyId === undefined) throw new GatehouseError('UNAUTHENTICATED', 'no', 'no');
    const own = JSON.parse(limits === '' ? '{}' : limits) as Partial<RequestLimits>;
    incoming.apiKey = { keyId, countsAs: keyId, userId: 'usr_x', scopes: [], limits: own };
    return true;
  },
};

export interface LimitedApp {
  /** Calls a route as the holder of a key. */
  call(key: string, path?: string): Promise<Response>;
  /** Simulates a change of the configuration file. */
  reconfigure(limits: Partial<RequestLimits>): void;
  close(): Promise<void>;
  /** Simulates `kill -9`: no cleanup runs. */
  crash(): Promise<void>;
}

/** Routes behind the limits of API keys, on a real database that the test owns. */
export async function startLimitedApp(
  database: Pick<TestDatabase, 'db' | 'makeQueue'>,
  { clock, limits = {} }: { readonly clock: Clock; readonly limits?: Partial<RequestLimits> },
): Promise<LimitedApp> {
  const environment = readEnvironment({ GATEHOUSE_STATE_DIR: '/nonexistent', GATEHOUSE_ADMIN_TOKEN: 'x' });
  const configOf = (changed: Partial<RequestLimits>) =>
    checkConfig(CORE_SECTIONS, { dataApi: { limits: changed } }, environment);
  const config = configOf(limits);
  const module = await Test.createTestingModule({
    imports: [ConfigModule.forRoot(config), PersistenceModule, AccessControlModule, LimitsModule],
    controllers: [ThingsController],
    providers: [{ provide: APP_FILTER, useClass: ErrorFilter }],
  })
    .overrideProvider(Clock)
    .useValue(clock)
    .overrideProvider(Database)
    .useValue(keptOpen(database.db))
    .overrideProvider(JobQueue)
    .useValue(database.makeQueue(clock))
    .overrideProvider(AccessGuard)
    .useValue(believing)
    .compile();
  const app = module.createNestApplication<NestExpressApplication>({ forceCloseConnections: true });
  app.useLogger(process.env.GATEHOUSE_TEST_LOGS ? ['error'] : false);
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  return {
    reconfigure: (changed) => config.adopt(configOf(changed)),
    call: (key, path = '/v1/thing') => request(url).get(path).set('key', key),
    close: () => app.close(),
    crash: async () => {
      (app.getHttpServer() as { closeAllConnections(): void; close(): void }).closeAllConnections();
      (app.getHttpServer() as { close(): void }).close();
    },
  };
}

/** An answer's limit headers: limit, remaining, seconds to the reset; undefined where a header is missing. */
export const limitsIn = ({ headers }: Response): (number | undefined)[] =>
  ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map((name) => {
    const value = (headers as Record<string, string | undefined>)[name];
    return value === undefined ? undefined : Number(value);
  });

/** The windows as the standard headers report them: the policy, and what is left. */
export const windowsIn = ({ headers }: Response): (string | undefined)[] =>
  ['ratelimit-policy', 'ratelimit'].map((name) => (headers as Record<string, string | undefined>)[name]);
