import { jest } from '@jest/globals';
import { adminApp } from '../../../test/support/admin-app.js';
import type { ChannelConnector } from '../../channels/index.js';
import type { Tx } from '../../persistence/index.js';

const loop = {
  id: 'lpb_01j9zq4c5x8r2m6t0w3y7v1b4d',
  channel: 'imbridge',
  account: 'default',
  conversationId: '-;+12025550143',
  rounds: 30,
  times: 1,
  brokenAt: 0,
  endsAt: 900_000,
};

const sut = adminApp();
const UNTIL = Date.now() + 600_000;

describe('channels', () => {
  const probe = jest.fn(async () => ({ reachable: true, serverVersion: '1.9.9' }));
  beforeEach(() => {
    const connector = {
      channel: 'imbridge',
      accounts: () => [
        { account: 'default', dmPolicy: 'pairing', groupPolicy: 'allowlist' },
        { account: 'second', dmPolicy: 'open', groupPolicy: 'disabled' },
      ],
      capabilities: () => ({
        version: 1,
        text: { maxChars: 20_000, format: 'plain' },
        features: { readReceipts: 'full' },
      }),
      accountCapabilities: (account: string) => ({
        version: 1,
        text: { maxChars: 20_000, format: 'plain' },
        features: { readReceipts: account === 'default' ? 'rejected' : 'full' },
      }),
      probe,
    };
    sut.services.connectors.set('imbridge', connector as unknown as ChannelConnector);
    const reason = 'connection refused';
    const place = { channel: 'imbridge', account: 'default' };
    const state = { ...place, status: 'transient-disconnect', reason, since: 60_000 } as const;
    sut.services.host.status.mockResolvedValue(
      new Map([['imbridge/default', { ...state, lastError: { reason, at: 90_000 } }]]),
    );
    probe.mockClear();
  });

  it('are listed with their accounts, without a call to the services', async () => {
    const remedy = {
      reason: '',
      what: '',
      setting: 'channels.imbridge.serverUrl',
      remedy: 'Start the bridge.',
    };
    sut.services.reasons.explain.mockReturnValueOnce(remedy);
    const { body } = await sut.call('GET /channels');
    expect(body).toEqual({
      items: [
        {
          channel: 'imbridge',
          capabilities: {
            version: 1,
            text: { max_chars: 20_000, format: 'plain' },
            features: { read_receipts: 'full' },
          },
          accounts: [
            {
              channel: 'imbridge',
              account: 'default',
              status: 'transient-disconnect',
              health: 'down',
              reason: 'connection refused',
              setting: 'channels.imbridge.serverUrl',
              remedy: 'Start the bridge.',
              since: '1970-01-01T00:01:00.000Z',
              last_error: 'connection refused',
              last_error_at: '1970-01-01T00:01:30.000Z',
              dm_policy: 'pairing',
              group_policy: 'allowlist',
              capabilities: {
                version: 1,
                text: { max_chars: 20_000, format: 'plain' },
                features: { read_receipts: 'rejected' },
              },
              probe: null,
            },
            expect.objectContaining({
              account: 'second',
              status: 'stopped',
              reason: null,
              remedy: null,
              since: null,
            }),
          ],
        },
      ],
      next_cursor: null,
    });
    expect(probe).not.toHaveBeenCalled();
  });

  it('include the answer of each service with ?deep=true', async () => {
    const { body } = await sut.call('GET /channels/imbridge?deep=true');
    const answer = { probe: { reachable: true, server_version: '1.9.9' } };
    expect(body).toMatchObject({ accounts: [answer, answer] });
  });

  it.each([
    ['/channels/pigeon', 404],
    ['/channels/imbridge?deep=yes', 400],
  ])('refuse %s', async (path, expected) => {
    expect((await sut.call(`GET ${path}`)).status).toBe(expected);
  });
});

describe('GET /status', () => {
  it('counts waiting work', async () => {
    sut.services.pairings.list.mockResolvedValue([{}] as never);
    sut.services.queue.depth.mockResolvedValue(new Map([['delivery', 3]]));
    sut.services.queue.deadLetters.mockResolvedValue([{}, {}] as never);
    sut.services.deliveries.countOpen.mockResolvedValue(
      new Map([
        ['queued', 1],
        ['unknown', 1],
        ['dead', 4],
      ]),
    );
    sut.services.assistants.agents.mockReturnValue([
      {
        id: 'main',
        isDefault: true,
        runtime: 'http',
        state: 'failing',
        reason: 'ECONNREFUSED',
        setting: 'agents.list[0].runtime.baseUrl',
        remedy: 'Start it.',
        since: 0,
        passedOver: [
          { runtime: 'ollama', model: 'm', reason: 'the model answered 529', since: 0, until: UNTIL },
          { runtime: 'ollama', model: 'may be asked', reason: 'the model answered 529', since: 0, until: 0 },
        ],
      },
    ]);
    sut.services.assistants.warnings.mockResolvedValue(['mind the gap']);
    sut.services.loops.list.mockResolvedValue([loop]);
    sut.services.holds.count.mockResolvedValue(2);
    const { body } = await sut.call('GET /status');
    expect(body).toMatchObject({
      agents: [
        {
          id: 'main',
          default: true,
          runtime: 'http',
          model: null,
          state: 'failing',
          reason: 'ECONNREFUSED',
          setting: 'agents.list[0].runtime.baseUrl',
          remedy: 'Start it.',
          passed_over: [
            {
              runtime: 'ollama',
              model: 'm',
              reason: 'the model answered 529',
              until: new Date(UNTIL).toISOString(),
            },
          ],
        },
      ],
      warnings: ['mind the gap'],
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      started_at: expect.stringMatching(/Z$/),
      uptime_seconds: expect.any(Number),
      node: process.version,
      database: { dialect: 'sqlite', ok: true },
      channels: [],
      pending_pairings: 1,
      jobs: { delivery: 3 },
      dead_jobs: 2,
      holds: 2,
      loops: 1,
      deliveries: { open: 2, dead: 4 },
      memory: { rss_bytes: expect.any(Number) },
    });
  });

  it('answers without the memory when the system does not report it', async () => {
    jest.spyOn(process.memoryUsage, 'rss').mockImplementation(() => {
      throw new Error('ENOENT: no such file or directory, uv_resident_set_memory');
    });
    const { status, body } = await sut.call('GET /status');
    jest.restoreAllMocks();
    expect([status, body]).toMatchObject([200, { memory: { rss_bytes: null } }]);
  });

  it('answers when the database is unavailable', async () => {
    sut.services.database.ping.mockRejectedValue(new Error('disk gone'));
    const { status, body } = await sut.call('GET /status');
    expect([status, body]).toMatchObject([200, { database: { ok: false }, jobs: null, deliveries: null }]);
  });
});

describe('loop breaks', () => {
  const place = { channel: 'imbridge', account: 'default', conversation_id: '-;+12025550143' };

  it('are listed while they last', async () => {
    sut.services.loops.list.mockResolvedValue([loop]);
    const { body } = await sut.call('GET /loops');
    const times = { broken_at: '1970-01-01T00:00:00.000Z', ends_at: '1970-01-01T00:15:00.000Z' };
    expect(body).toEqual({ items: [{ id: loop.id, ...place, rounds: 30, ...times }], next_cursor: null });
  });

  it('are ended with an entry in the audit log', async () => {
    sut.services.loops.end.mockImplementation((_id, note) => note({} as Tx, loop));
    expect((await sut.call(`DELETE /loops/${loop.id}`)).status).toBe(204);
    const entry = { action: 'loop-break.ended', subject: loop.id, details: place };
    expect(sut.services.audit.record).toHaveBeenCalledWith({}, expect.anything(), entry);
  });
});

it('GET /audit lists the audit log by sequence', async () => {
  const entry = {
    at: 0,
    actor: 'token:owner',
    action: 'grant.removed',
    subject: 'grt_x',
    details: { a: 'b' },
    change: { before: {}, after: { c: 'd' } },
  };
  sut.services.audit.list.mockResolvedValueOnce([
    { seq: 12, ...entry },
    { seq: 11, ...entry },
  ]);
  const { body } = await sut.call('GET /audit?limit=1');
  expect(body).toMatchObject({ items: [{ ...entry, id: '12', at: '1970-01-01T00:00:00.000Z' }] });
  await sut.call(`GET /audit?limit=1&cursor=${(body as { next_cursor: string }).next_cursor}`);
  expect(sut.services.audit.list).toHaveBeenLastCalledWith(2, 12, expect.anything());
});
