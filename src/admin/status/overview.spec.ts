import { jest } from '@jest/globals';
import { adminApp } from '../../../test/support/admin-app.js';
import type { ChannelConnector } from '../../channels/index.js';
import type { Delivery } from '../../delivery/index.js';
import type { Tx } from '../../persistence/index.js';

const delivery = {
  id: 'dlv_01j9zq4c5x8r2m6t0w3y7v1b4d',
  target: { channel: 'imbridge', account: 'default', conversation: '-;+12025550143' },
  content: { kind: 'text', text: 'a private word' },
  state: 'dead',
  attempts: 1,
  remoteId: null,
  lastCode: 'rejected',
  lastDetail: 'no such chat',
  createdAt: 0,
  lastAttemptAt: 1000,
  sentAt: null,
  deliveredAt: 2000,
  readAt: null,
} as unknown as Delivery;

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

describe('deliveries', () => {
  it('are listed without their texts', async () => {
    sut.services.deliveries.list.mockResolvedValue([delivery]);
    const { body, text } = await sut.call('GET /deliveries?status=dead');
    expect(text).not.toContain('private word');
    expect(body).toEqual({
      items: [
        {
          id: delivery.id,
          channel: 'imbridge',
          account: 'default',
          conversation_id: '-;+12025550143',
          status: 'dead',
          attempt_count: 1,
          message_id: null,
          last_code: 'rejected',
          last_detail: 'no such chat',
          created_at: '1970-01-01T00:00:00.000Z',
          last_attempt_at: '1970-01-01T00:00:01.000Z',
          sent_at: null,
          delivered_at: '1970-01-01T00:00:02.000Z',
          read_at: null,
        },
      ],
      next_cursor: null,
    });
    expect(sut.services.deliveries.list).toHaveBeenCalledWith({
      state: 'dead',
      before: undefined,
      limit: 51,
    });
  });

  it('are listed page by page', async () => {
    const older = { ...delivery, id: 'dlv_01j9zq4c5x8r2m6t0w3y7v1b4c' };
    sut.services.deliveries.list.mockResolvedValue([delivery, older]);
    const { body } = await sut.call('GET /deliveries?limit=1');
    await sut.call(`GET /deliveries?limit=1&cursor=${(body as { next_cursor: string }).next_cursor}`);
    const next = { state: undefined, before: delivery.id, limit: 2 };
    expect(sut.services.deliveries.list).toHaveBeenLastCalledWith(next);
  });

  it('are shown one by one with content and attempts', async () => {
    sut.services.deliveries.get.mockResolvedValue(delivery);
    const attempt = {
      number: 1,
      started_at: 0,
      ended_at: 5,
      outcome: 'not-sent',
      code: 'rejected',
      detail: 'no',
    };
    sut.services.deliveries.attemptsOf.mockResolvedValue([{ delivery_id: delivery.id, ...attempt } as never]);
    const { body } = await sut.call(`GET /deliveries/${delivery.id}`);
    expect(body).toMatchObject({
      content: { kind: 'text', text: 'a private word' },
      attempts: [
        { ...attempt, started_at: '1970-01-01T00:00:00.000Z', ended_at: '1970-01-01T00:00:00.005Z' },
      ],
    });
  });

  it('are sent again by a decision that is written down with it', async () => {
    const tx = {} as Tx;
    sut.services.deliveries.retry.mockImplementation(async (_, note) => {
      await note?.(tx);
      return { ...delivery, state: 'queued' };
    });
    const { status, body } = await sut.call(`POST /deliveries/${delivery.id}/retry`);
    expect([status, body]).toMatchObject([202, { id: delivery.id, status: 'queued' }]);
    expect(sut.services.audit.record).toHaveBeenCalledWith(
      tx,
      { id: 'token:owner', role: 'owner' },
      { action: 'delivery.retried', subject: delivery.id },
    );
  });
});

describe('dead letters', () => {
  const letter = {
    id: 42,
    kind: 'inbound',
    key: 'agent:main:main',
    payload: { eventId: 'evt_1' },
    attempts: 8,
    error: 'disk I/O error',
    createdAt: 0,
    diedAt: 1000,
  };
  const shown = {
    id: '42',
    kind: 'inbound',
    key: 'agent:main:main',
    subject: { event_id: 'evt_1' },
    attempt_count: 8,
    last_error: 'disk I/O error',
    created_at: '1970-01-01T00:00:00.000Z',
    died_at: '1970-01-01T00:00:01.000Z',
  };

  it('are listed page by page', async () => {
    sut.services.queue.deadLetters.mockResolvedValue([letter, { ...letter, id: 41 }]);
    const { body } = await sut.call('GET /dead-letters?limit=1');
    expect(body).toEqual({ items: [shown], next_cursor: expect.any(String) as string });
    await sut.call(`GET /dead-letters?limit=1&cursor=${(body as { next_cursor: string }).next_cursor}`);
    expect(sut.services.queue.deadLetters.mock.calls).toEqual([
      [2, undefined],
      [2, 42],
    ]);
  });

  it('are put back by a decision that is written down with it', async () => {
    const tx = {} as Tx;
    sut.services.queue.revive.mockImplementation(async (_, note) => {
      await note?.(tx);
      return letter;
    });
    const { status, body } = await sut.call('POST /dead-letters/42/retry');
    expect([status, body]).toEqual([202, shown]);
    expect(sut.services.audit.record).toHaveBeenCalledWith(
      tx,
      { id: 'token:owner', role: 'owner' },
      { action: 'dead-letter.retried', subject: '42' },
    );
  });

  it.each(['abc', '-1', '1e3', '99999999999999999999'])('has none of id %s', async (id) => {
    const { status } = await sut.call(`POST /dead-letters/${id}/retry`);
    expect(status).toBe(404);
    expect(sut.services.queue.revive).toHaveBeenCalledWith(0, expect.any(Function));
  });
});

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
    sut.services.host.status.mockReturnValue([
      {
        channel: 'imbridge',
        account: 'default',
        status: 'transient-disconnect',
        reason: 'connection refused',
      },
    ]);
    probe.mockClear();
  });

  it('are listed with their accounts, without asking the services', async () => {
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
              dm_policy: 'pairing',
              group_policy: 'allowlist',
              capabilities: {
                version: 1,
                text: { max_chars: 20_000, format: 'plain' },
                features: { read_receipts: 'rejected' },
              },
              probe: null,
            },
            expect.objectContaining({ account: 'second', status: 'stopped', reason: null }),
          ],
        },
      ],
      next_cursor: null,
    });
    expect(probe).not.toHaveBeenCalled();
  });

  it('ask each service when told to look deep', async () => {
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

describe('status', () => {
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
      { id: 'main', isDefault: true, runtime: 'http', state: 'failing', reason: 'ECONNREFUSED' },
    ]);
    sut.services.assistants.warnings.mockResolvedValue(['mind the gap']);
    sut.services.loops.list.mockResolvedValue([loop]);
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
      loops: 1,
      deliveries: { open: 2, dead: 4 },
      memory: { rss_bytes: expect.any(Number) },
    });
  });

  it('answers when the database does not', async () => {
    sut.services.database.ping.mockRejectedValue(new Error('disk gone'));
    const { status, body } = await sut.call('GET /status');
    expect([status, body]).toMatchObject([200, { database: { ok: false }, jobs: null, deliveries: null }]);
  });
});

describe('loops', () => {
  const place = { channel: 'imbridge', account: 'default', conversation_id: '-;+12025550143' };

  it('are listed while they last', async () => {
    sut.services.loops.list.mockResolvedValue([loop]);
    const { body } = await sut.call('GET /loops');
    const times = { broken_at: '1970-01-01T00:00:00.000Z', ends_at: '1970-01-01T00:15:00.000Z' };
    expect(body).toEqual({ items: [{ id: loop.id, ...place, rounds: 30, ...times }], next_cursor: null });
  });

  it('are ended, which is written down', async () => {
    sut.services.loops.end.mockImplementation((_id, note) => note({} as Tx, loop));
    expect((await sut.call(`DELETE /loops/${loop.id}`)).status).toBe(204);
    const entry = { action: 'loop-break.ended', subject: loop.id, details: place };
    expect(sut.services.audit.record).toHaveBeenCalledWith({}, expect.anything(), entry);
  });
});

it('shows the audit log by sequence', async () => {
  const entry = {
    at: 0,
    actor: 'token:owner',
    action: 'grant.removed',
    subject: 'grt_x',
    details: { a: 'b' },
  };
  sut.services.audit.list.mockResolvedValueOnce([
    { seq: 12, ...entry },
    { seq: 11, ...entry },
  ]);
  const { body } = await sut.call('GET /audit?limit=1');
  expect(body).toMatchObject({ items: [{ ...entry, id: '12', at: '1970-01-01T00:00:00.000Z' }] });
  await sut.call(`GET /audit?limit=1&cursor=${(body as { next_cursor: string }).next_cursor}`);
  expect(sut.services.audit.list).toHaveBeenLastCalledWith(2, 12);
});
