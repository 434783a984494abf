import { type AdminApp, errorOf, startAdminApp } from '../../test/support/admin-app.js';
import { ACCESS_RULE } from '../common/index.js';
import { ActionsController } from './sending/actions.controller.js';
import { MessagesController } from './sending/messages.controller.js';

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

let sut: AdminApp;
beforeAll(async () => {
  sut = await startAdminApp();
});
afterAll(() => sut.close());

/** Every `METHOD /path` below /admin/v1 in the router. */
const routes = (): string[] => {
  const { router } = sut.app.getHttpAdapter().getInstance() as { router: { stack: Layer[] } };
  return router.stack.flatMap(({ route }) =>
    route?.path.startsWith('/admin/v1')
      ? Object.keys(route.methods).map(
          (method) => `${method.toUpperCase()} ${route.path.replace('/admin/v1', '')}`,
        )
      : [],
  );
};

it('the admin API serves the routes of the contract', () => {
  expect(routes().sort()).toEqual([
    'DELETE /budgets/:name/allowances/:id',
    'DELETE /conversations/:id/hold',
    'DELETE /grants/:id',
    'DELETE /loops/:id',
    'DELETE /mcp/servers/:name/login',
    'DELETE /session',
    'DELETE /tokens/:id',
    'DELETE /tool-permissions/:id',
    'DELETE /users/:id',
    'DELETE /users/:id/identities/:identity_id',
    'DELETE /users/:id/keys/:key_id',
    'GET /access',
    'GET /alerts',
    'GET /approvals',
    'GET /approvals/:id',
    'GET /audit',
    'GET /budgets',
    'GET /channels',
    'GET /channels/:channel',
    'GET /channels/:channel/app-package',
    'GET /channels/:channel/setup',
    'GET /config',
    'GET /config/schema',
    'GET /conversations',
    'GET /conversations/:id',
    'GET /conversations/:id/messages',
    'GET /dead-letters',
    'GET /deliveries',
    'GET /deliveries/:id',
    'GET /doctor',
    'GET /events',
    'GET /events/:event_id/timeline',
    'GET /figures',
    'GET /grants',
    'GET /logs',
    'GET /loops',
    'GET /mcp/servers',
    'GET /mcp/servers/:name/login',
    'GET /mcp/servers/:name/tools',
    'GET /media/:id',
    'GET /pairings',
    'GET /people/erasures/:id',
    'GET /polls',
    'GET /polls/:id',
    'GET /session',
    'GET /status',
    'GET /tokens',
    'GET /tool-permissions',
    'GET /usage',
    'GET /users',
    'GET /users/:id',
    'GET /users/:id/keys',
    'GET /webhooks',
    'PATCH /config',
    'PATCH /users/:id',
    'POST /actions',
    'POST /agents/:id/try',
    'POST /approvals/:id/approve',
    'POST /approvals/:id/deny',
    'POST /budgets/:name/allowances',
    'POST /channels/:channel/setup/check',
    'POST /config/check',
    'POST /dead-letters/:id/retry',
    'POST /deliveries/:id/retry',
    'POST /doctor/repairs',
    'POST /grants',
    'POST /mcp/servers/:name/login',
    'POST /mcp/servers/:name/tools/accept',
    'POST /messages',
    'POST /pairings/:id/approve',
    'POST /pairings/:id/deny',
    'POST /pairings/approve',
    'POST /people/erase',
    'POST /people/export',
    'POST /polls',
    'POST /session',
    'POST /session/links',
    'POST /tokens',
    'POST /users',
    'POST /users/:id/identities',
    'POST /users/:id/keys',
    'POST /webhooks/:id/on',
    'POST /webhooks/:id/resend',
    'POST /webhooks/:id/test',
    'PUT /conversations/:id/hold',
  ]);
});

it('every route answers 401 without a token, before anything else is checked', async () => {
  // That one takes the token in its body.
  for (const route of routes().filter((each) => each !== 'POST /session')) {
    const { status, body, headers } = await sut.call(route, undefined, null);
    expect([route, status, errorOf(body).code]).toEqual([route, 401, 'UNAUTHENTICATED']);
    expect(headers['www-authenticate']).toBe('Bearer');
  }
});

it('sending and actions need the role operator', () => {
  const handlers = [MessagesController.prototype.send, ActionsController.prototype.perform];
  for (const handler of handlers)
    expect(Reflect.getMetadata(ACCESS_RULE, handler)).toEqual({ kind: 'role', role: 'operator' });
});

it('a wrong token is refused', async () => {
  const { status } = await sut.call('GET /status', undefined, 'test-owner-tokeN');
  expect(status).toBe(401);
});

it.each([
  ['limit=0', 'limit'],
  ['limit=201', 'limit'],
  ['limit=1e2', 'limit'],
  ['limit=', 'limit'],
  ['cursor=%20', 'cursor'],
  ['cursor=a&cursor=b', 'cursor'],
  ['colour=red', 'colour'],
])('every list refuses ?%s, naming the field', async (query, field) => {
  for (const list of [
    'approvals',
    'pairings',
    'grants',
    'deliveries',
    'polls',
    'audit',
    'users',
    'users/x/keys',
    'tokens',
  ]) {
    const { status, body } = await sut.call(`GET /${list}?${query}`);
    expect([list, status, errorOf(body).code]).toEqual([list, 400, 'INVALID_REQUEST']);
    expect(errorOf(body).details).toMatch(new RegExp(`^${field} `));
  }
});

it.each(['status', 'channels', 'config', 'grants/x', 'deliveries/x', 'events', 'polls/x'])(
  '/%s refuses unknown query parameters',
  async (path) => {
    const method = path === 'grants/x' ? 'DELETE' : 'GET';
    const { status, body } = await sut.call(`${method} /${path}?colour=red&deep=true`);
    expect([status, errorOf(body)]).toMatchObject([
      400,
      { code: 'INVALID_REQUEST', details: 'colour is unknown; deep is unknown' },
    ]);
  },
);
