import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AdminApp, errorOf, ROLE_TOKENS, startAdminApp } from '../../test/support/admin-app.js';
import type { AdminServices } from '../../test/support/admin-services.js';
import { ACCESS_RULE, type Role, ROLES } from '../common/index.js';
import { ActionsController } from './sending/actions.controller.js';
import { MessagesController } from './sending/messages.controller.js';

const CONTRACT = join(import.meta.dirname, '../../openapi/admin.v1.json');

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
  const { paths } = JSON.parse(readFileSync(CONTRACT, 'utf8')) as { paths: Record<string, object> };
  const told = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(told.length).toBeGreaterThan(80);
  expect(routes().sort()).toEqual(told.sort());
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

const PLACE = { channel: 'fake', account: 'default', conversation_id: 'chat-1' };
const TARGET = { channel: 'fake', account: 'default', conversation: 'chat-1' };
const APPROVAL = 'apr_01j9zq4c5x8r2m6t0w3y7v1b4d';
const DELIVERY = 'dlv_01j9zq4c5x8r2m6t0w3y7v1b4d';
const POLL = 'poll_01j9zq4c5x8r2m6t0w3y7v1b4';
const USER = 'usr_01j9zq4c5x8r2m6t0w3y7v1b4d';

/** A list whose items are shown alone too. */
interface Pair {
  readonly list: string;
  readonly id: string;
  /** Has the services know one. */
  readonly fill: (services: AdminServices) => void;
  /** The fields that a viewer gets otherwise than an owner. */
  readonly forViewers?: object;
}

const PAIRS: readonly Pair[] = [
  {
    list: 'approvals',
    id: APPROVAL,
    fill: ({ approvals }) => {
      const approval = {
        id: APPROVAL,
        code: 'K7QX4M',
        state: 'done',
        agentId: 'main',
        digest: '5f2c',
        result: 'secret',
        call: { provider: 'mcp.linear', tool: 'create', modelName: 'linear__create', input: '{}' },
        askedIn: { ...TARGET, conversation: { id: 'chat-1' }, sender: { id: 'ann' } },
        shown: [],
        createdAt: 0,
        expiresAt: 1,
        decidedAt: 1,
        decidedBy: 'token:owner',
        endedAt: 2,
      } as never;
      approvals.list.mockResolvedValue([approval]);
      approvals.find.mockResolvedValue(approval);
    },
    forViewers: { result: null },
  },
  {
    list: 'conversations',
    id: 'cnv_1',
    fill: ({ conversations, holds }) => {
      const times = { created_at: 0, last_message_at: 1_000, key: '0' };
      const conversation = { id: 'cnv_1', ...PLACE, kind: 'group', name: 'Team', ...times } as never;
      conversations.list.mockResolvedValue([conversation]);
      conversations.get.mockResolvedValue(conversation);
      holds.list.mockResolvedValue([
        { ...TARGET, since: 500, until: null, by: 'token:owner', note: 'refund' } as never,
      ]);
    },
  },
  {
    list: 'deliveries',
    id: DELIVERY,
    fill: ({ deliveries }) => {
      const delivery = {
        id: DELIVERY,
        target: TARGET,
        content: { kind: 'text', text: 'a private word' },
        state: 'dead',
        attempts: 1,
        remoteId: 'm1',
        lastCode: 'rejected',
        lastDetail: 'no such chat',
        createdAt: 0,
        lastAttemptAt: 1,
        sentAt: 2,
        deliveredAt: 3,
        readAt: 4,
      } as never;
      deliveries.list.mockResolvedValue([delivery]);
      deliveries.get.mockResolvedValue(delivery);
    },
  },
  {
    list: 'polls',
    id: POLL,
    fill: ({ polls }) => {
      const poll = {
        id: POLL,
        target: TARGET,
        question: 'Which day?',
        options: ['Monday'],
        maxSelections: 1,
        deliveryId: 'dlv_1',
        createdBy: 'assistant',
        createdAt: 0,
        counts: [1],
        votes: [{ senderId: 'ann', senderName: 'Ann', selections: [0], votedAt: 1 }],
      } as never;
      polls.list.mockResolvedValue([poll]);
      polls.get.mockResolvedValue(poll);
    },
  },
  {
    list: 'users',
    id: USER,
    fill: ({ users }) => {
      const identity = { id: 'idn_1', ...TARGET, senderId: 'ann', displayName: 'Ann', linkedAt: 0 };
      const user = {
        id: USER,
        displayName: 'Ann',
        email: 'ann@example.com',
        status: 'active',
        createdAt: 0,
        updatedAt: 1,
        identities: [identity],
      } as never;
      users.list.mockResolvedValue([user]);
      users.get.mockResolvedValue(user);
    },
  },
  {
    list: 'channels',
    id: 'fake',
    fill: ({ connectors, host }) => {
      connectors.set('fake', {
        channel: 'fake',
        accounts: () => [{ account: 'default', dmPolicy: 'open', groupPolicy: 'open' }],
        capabilities: () => ({ version: 1, text: { maxChars: 9, format: 'plain' }, features: {} }),
      } as never);
      const state = { status: 'connected', since: 0, reason: 'why', lastError: { reason: 'was', at: 1 } };
      host.status.mockResolvedValue(new Map([['fake/default', { ...TARGET, ...state } as never]]));
    },
  },
];

describe('a list and what it lists, alone,', () => {
  beforeEach(() => sut.services.renew());

  const shownTo = async (role: Role, { list, id }: Pair) => {
    const [page, alone] = [
      await sut.call(`GET /${list}`, undefined, ROLE_TOKENS[role]),
      await sut.call(`GET /${list}/${id}`, undefined, ROLE_TOKENS[role]),
    ];
    const { items } = page.body as { items: readonly object[] };
    expect([role, page.status, alone.status, items]).toEqual([role, 200, 200, [expect.any(Object)]]);
    return { listed: items[0]!, alone: alone.body as object };
  };

  it.each(PAIRS)('show the same fields of $list to each role', async (pair) => {
    pair.fill(sut.services);
    const { listed: whole } = await shownTo('owner', pair);
    for (const role of ROLES) {
      const { listed, alone } = await shownTo(role, pair);
      const seen = role === 'viewer' ? { ...whole, ...pair.forViewers } : whole;
      expect([role, listed]).toEqual([role, seen]);
      expect([role, alone]).toMatchObject([role, seen]);
    }
  });

  it('are all in this table', () => {
    const all = routes();
    const pairs = all.filter(
      (route) =>
        /^GET \/[a-z-]+$/.test(route) &&
        all.some((each) => each.startsWith(`${route}/:`) && !/:\w+\//.test(each)),
    );
    expect(pairs.toSorted()).toEqual(PAIRS.map(({ list }) => `GET /${list}`).toSorted());
  });
});
