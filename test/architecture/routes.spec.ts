import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import {
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  PATH_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { DiscoveryService, LazyModuleLoader, MetadataScanner } from '@nestjs/core';
import { SkipThrottle, Throttle } from '@nestjs/throttler';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import { ALL_SECTIONS } from '../../src/app.sections.js';
import { AdminTokens, SYSTEM } from '../../src/access-control/index.js';
import { ACCESS_RULE, type AccessRule, JsonBodyInterceptor, ROLES } from '../../src/common/index.js';
import { IdPipe } from '../../src/common/http/paths/path-id.js';
import { loadConfig, readEnvironment } from '../../src/config/index.js';
import { ConnectorRegistry } from '../../src/channels/index.js';
import { createApp } from '../../src/gateway.js';
import { WORKCHAT, WorkchatModule } from '../../src/workchat/index.js';

interface Route {
  readonly method: string;
  readonly path: string;
}

/** Routes outside Nest's controllers, each with the reason why it needs no guard. */
const OPEN: readonly RegExp[] = [/^\/$/, /^\/docs(\/|$)/, /^\/openapi\//];

/** Routes of the admin API whose credential is in their body: without one they answer 400. */
const OPEN_ADMIN: ReadonlySet<string> = new Set(['post /admin/v1/session']);

const BODY: number = RouteParamtypes.BODY;
const PARAM: number = RouteParamtypes.PARAM;

/** Parameters of paths that are not ids, each with the reason. */
const NO_IDS: ReadonlySet<string> = new Set([
  'channel', // one of the few that the registry knows; anything else is not found there
]);

/** Throttler's own decorators on a route or its controller, which our guard never reads. */
const throttlesOf = (...targets: object[]): string[] =>
  targets
    .flatMap((target) => Reflect.getMetadataKeys(target) as unknown[])
    .map(String)
    .filter((key) => key.startsWith('THROTTLER:'));

interface Argument {
  /** A number for Nest's own decorators; a decorator of ours has a text. */
  readonly type: number;
  readonly data: unknown;
  readonly pipes: readonly unknown[];
}

interface Handler {
  readonly name: string;
  readonly controller: object;
  readonly handler: object;
  readonly taken: readonly Argument[];
}

/** The parts of the request that a controller's method takes. */
function argumentsOf(controller: object, method: string): Argument[] {
  const found = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
    string,
    Omit<Argument, 'type'>
  >;
  return Object.entries(found).map(([key, each]) => ({
    ...each,
    // The name of a decorator of ours is random and may begin with a digit.
    type: /^\d+:/.test(key) ? Number.parseInt(key, 10) : -1,
  }));
}

/** Whether the route reads its body by `@JsonBody()` or its variants; without one, Nest's own body is undefined. */
function isBodyRead(handler: object): boolean {
  const interceptors = (Reflect.getMetadata(INTERCEPTORS_METADATA, handler) ?? []) as (object | Type)[];
  return interceptors.some(
    (each) => each instanceof JsonBodyInterceptor || (each as Type).prototype instanceof JsonBodyInterceptor,
  );
}

/** Whether `@PathId()` checks the parameter. */
const isChecked = (id: string, taken: readonly Argument[]): boolean =>
  taken.some(
    ({ type, data, pipes }) => type === PARAM && data === id && pipes.some((pipe) => pipe instanceof IdPipe),
  );

/** A key in the right form that belongs to no user. */
const UNKNOWN_KEY = 'gh_0123456789abcdefghjkmnpqrstvwxyz0rzksed';

/** An id of an app or tenant. */
const ID = '00000000-0000-0000-0000-000000000000';

/** A route of the admin API as documents name it. */
const nameOf = (route: string): string =>
  route
    .replace(/^\w+/, (method) => method.toUpperCase())
    .replace('/admin/v1', '')
    .replace(/:(\w+)/g, '{$1}');

describe('every route', () => {
  let app: NestExpressApplication;
  const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-routes-'));

  beforeAll(async () => {
    const config = {
      logging: { level: 'silent' },
      channels: {
        imbridge: { serverUrl: 'http://127.0.0.1:9', password: 'bridge-password' },
        workchat: { appId: ID, appPassword: 'a-secret', tenantId: ID, webhook: { port: 0 } },
      },
    };
    writeFileSync(join(stateDir, 'gatehouse.json'), JSON.stringify(config));
    const environment = readEnvironment({ GATEHOUSE_STATE_DIR: stateDir });
    app = await createApp(loadConfig([...ALL_SECTIONS, WORKCHAT], environment));
    await app.get(LazyModuleLoader).load(() => WorkchatModule);
    await app.init();
  });
  afterAll(async () => {
    await app.close();
    rmSync(stateDir, { recursive: true });
  });

  const routes = (): Route[] => {
    const router = app.getHttpAdapter().getInstance() as {
      router: { stack: { route?: { path: string; methods: Record<string, boolean> } }[] };
    };
    return router.router.stack.flatMap(({ route }) =>
      route ? Object.keys(route.methods).map((method) => ({ method, path: route.path })) : [],
    );
  };

  const handlers = (): Handler[] => {
    const scanner = new MetadataScanner();
    return app
      .get(DiscoveryService)
      .getControllers()
      .flatMap(({ instance, metatype }) => {
        if (typeof metatype !== 'function') return [];
        const prototype = Object.getPrototypeOf(instance as object) as Record<string, object>;
        return scanner
          .getAllMethodNames(prototype)
          .filter((method) => Reflect.hasMetadata(PATH_METADATA, prototype[method]!))
          .map((method) => ({
            name: `${metatype.name}.${method}`,
            controller: metatype,
            handler: prototype[method]!,
            taken: argumentsOf(metatype, method),
          }));
      });
  };

  it('states its access rule', () => {
    const silent = handlers().filter(({ controller, handler }) => {
      const rule = (Reflect.getMetadata(ACCESS_RULE, handler) ??
        Reflect.getMetadata(ACCESS_RULE, controller)) as AccessRule | undefined;
      const isGuarded =
        Reflect.hasMetadata(GUARDS_METADATA, controller) || Reflect.hasMetadata(GUARDS_METADATA, handler);
      return !rule || (rule.kind === 'public' && !isGuarded && rule.reason.length < 10);
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('has no throttler decorator, because the limits belong to the key', () => {
    const throttled = handlers().filter(
      ({ controller, handler }) => throttlesOf(controller, handler).length > 0,
    );
    expect(throttled.map(({ name }) => name)).toEqual([]);
    class Throttled {
      @SkipThrottle()
      skips(): string {
        return 'skips';
      }

      @Throttle({ minute: { limit: 1, ttl: 1 } })
      limits(): string {
        return 'limits';
      }
    }
    const { skips, limits } = Throttled.prototype;
    expect([skips, limits].map((each) => throttlesOf(each).length > 0)).toEqual([true, true]);
  });

  it('that takes a body reads it with our reader, after the guards', () => {
    const taking = handlers().filter(({ taken }) => taken.some(({ type }) => type === BODY));
    expect(taking.length).toBeGreaterThan(5);
    expect(taking.filter(({ handler }) => !isBodyRead(handler)).map(({ name }) => name)).toEqual([]);
  });

  it('checks the ids in its path', () => {
    const named = handlers().flatMap(({ name, controller, handler, taken }) => {
      const path = [controller, handler].map((each) => String(Reflect.getMetadata(PATH_METADATA, each)));
      const ids = [...path.join('/').matchAll(/:(\w+)/g)].map(([, id = '']) => id);
      return ids.filter((id) => !NO_IDS.has(id)).map((id) => ({ name, id, isChecked: isChecked(id, taken) }));
    });
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((each) => !each.isChecked)).toEqual([]);
  });

  it('of the admin API refuses without credentials and with wrong ones', async () => {
    const admin = routes().filter(({ path }) => path.startsWith('/admin/'));
    expect(admin.length).toBeGreaterThan(10);
    for (const { method, path } of admin) {
      const url = path.replace(/:\w+/g, 'x');
      const call = () =>
        (request(app.getHttpServer()) as unknown as Record<string, (url: string) => request.Test>)[method]!(
          url,
        );
      const refusal = OPEN_ADMIN.has(`${method} ${path}`) ? 400 : 401;
      expect([method, path, (await call()).status]).toEqual([method, path, refusal]);
    }
    const wrong = await request(app.getHttpServer())
      .get('/admin/v1/status')
      .set('Authorization', 'Bearer wrong');
    expect(wrong.status).toBe(401);
    expect(wrong.headers['www-authenticate']).toBe('Bearer');
    expect(wrong.body).toEqual({
      error: { code: 'UNAUTHENTICATED', message: expect.any(String), details: expect.any(String) },
    });
  });

  it('of the admin API admits the roles that docs/reference/roles.md says, and no others', async () => {
    const doc = readFileSync(join(import.meta.dirname, '../../docs/reference/roles.md'), 'utf8');
    const rows = [...doc.matchAll(/^\| `(\w+) (\S+)` +\| (\w+) +\|$/gm)];
    const told = rows.map(([, method, path, role]) => `${method} ${path} ${role}`);
    const weakest = new Map([...OPEN_ADMIN].map((route) => [nameOf(route), 'public']));
    for (const role of ROLES) {
      const { token } = await app.get(AdminTokens).create(SYSTEM, { role });
      for (const { method, path } of routes().filter((route) => route.path.startsWith('/admin/'))) {
        const agent = request(app.getHttpServer()) as unknown as Record<
          string,
          (url: string) => request.Test
        >;
        const call = agent[method]!(path.replace(/:\w+/g, 'x')).set('Authorization', `Bearer ${token}`);
        // Refused on purpose, because a stream that is accepted would not end.
        const { status } = await call.set('Last-Event-ID', 'none');
        const name = nameOf(`${method} ${path}`);
        expect([name, status]).not.toEqual([name, 401]);
        if (status === 403) expect([name, weakest.get(name)]).toEqual([name, undefined]);
        else if (!weakest.has(name)) weakest.set(name, role);
      }
    }
    expect(told.toSorted()).toEqual([...weakest].map(([name, role]) => `${name} ${role}`).toSorted());
  });

  it('of the Data API refuses without a key and with wrong ones, each time with the same answer', async () => {
    const routesOfKeys = routes().filter(({ path }) => path.startsWith('/v1/'));
    expect(routesOfKeys.length).toBeGreaterThanOrEqual(3);
    const owner = readFileSync(join(stateDir, 'admin-token'), 'utf8').trim();
    const wrong = [undefined, 'Bearer wrong', `Bearer ${owner}`, `Basic ${owner}`, `Bearer ${UNKNOWN_KEY}`];
    const answers = new Set<string>();
    for (const { method, path } of routesOfKeys) {
      const url = path.replace(/:\w+/g, 'x');
      for (const authorization of wrong) {
        const agent = request(app.getHttpServer()) as unknown as Record<
          string,
          (url: string) => request.Test
        >;
        const call = agent[method]!(url);
        if (authorization !== undefined) void call.set('Authorization', authorization);
        const { status, body, headers } = await call;
        // This many wrong keys from one address are too many in the end, which has an answer of its own.
        if (status !== 429) answers.add(JSON.stringify([status, body, headers['www-authenticate']]));
      }
    }
    const error = {
      code: 'UNAUTHENTICATED',
      message: 'A valid API key is needed.',
      details: 'Authorization must be Bearer <API key>',
    };
    expect([...answers]).toEqual([JSON.stringify([401, { error }, 'Bearer'])]);
  });

  describe('of a webhook', () => {
    const webhooks = () => app.get(ConnectorRegistry).webhooks();

    it('is listed in docs/architecture.md with the callers it admits', () => {
      const doc = readFileSync(join(import.meta.dirname, '../../docs/architecture.md'), 'utf8');
      const rows = [...doc.matchAll(/^\| `(\S+)`.*?\| (.+?) +\| `\w+\.webhooks\(\)` +\|$/gm)];
      expect(rows.map(([, path, admits]) => [path, admits])).toEqual(
        webhooks().map(({ path, admits }) => [path, admits]),
      );
    });

    it('is not a route of the gateway too', () => {
      const taken = routes().map(({ path }) => path);
      expect(webhooks().filter(({ path }) => taken.includes(path))).toEqual([]);
    });

    it('refuses a call without the right secret, with the headers of every answer', async () => {
      const served = webhooks().filter(({ listener }) => !listener);
      expect(served.length).toBeGreaterThan(0);
      for (const { path } of served) {
        const wrong = request(app.getHttpServer()).post(`${path}?password=wrong`);
        // The localhost rule admits only programs on this machine, so this call claims to come from elsewhere.
        const none = request(app.getHttpServer()).post(path).set('X-Forwarded-For', '192.0.2.1');
        for (const { status, headers } of await Promise.all([wrong, none])) {
          expect([path, status]).toEqual([path, 401]);
          expect(headers['x-request-id']).toBeDefined();
          expect(headers['x-content-type-options']).toBe('nosniff');
        }
      }
    });
  });

  it('belongs to Nest, or is listed here with a reason', () => {
    const nest = /^\/(admin\/v1\/|v1\/|mcp\/|healthz$|readyz$|metrics$|console)/;
    expect(routes().filter(({ path }) => !nest.test(path) && !OPEN.some((open) => open.test(path)))).toEqual(
      [],
    );
  });
});
