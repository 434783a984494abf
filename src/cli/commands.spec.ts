import { cliWorld, refusal } from '../../test/support/cli-world.js';

const pairing = {
  id: 'pair_1',
  channel: 'imbridge',
  account: 'default',
  sender_id: '+12025550143',
  sender_name: 'Robin \u001b[31m',
  code: 'K7QX4MNP',
  status: 'pending',
  created_at: '2026-01-31T09:30:00.000Z',
  expires_at: '2026-01-31T10:30:00.000Z',
};
const delivery = {
  id: 'dlv_1',
  channel: 'imbridge',
  account: 'default',
  conversation_id: '-;+12025550143',
  status: 'dead',
  attempt_count: 3,
  last_code: 'rejected',
  created_at: '2026-01-31T09:30:00.000Z',
};
const account = { channel: 'imbridge', account: 'default', status: 'connected', reason: null };
const status = {
  configuration: {
    valid: false,
    problems: [{ path: 'gateway.port', message: 'must be a number' }],
    pending_restart: ['gateway.host'],
  },
  version: '1.2.3',
  uptime_seconds: 7_300,
  node: 'v24.0.0',
  database: { dialect: 'sqlite', ok: true },
  channels: [account],
  plugins: [],
  agents: [
    { id: 'helper', default: true, runtime: 'http', model: null, state: 'failing', reason: 'ECONNREFUSED' },
  ],
  warnings: ['several people share a session'],
  pending_pairings: 1,
  jobs: { delivery: 2 },
  dead_jobs: 3,
  loops: 1,
  deliveries: { open: 2, dead: 0 },
  oldest_unanswered_seconds: 400,
  oldest_unanswered_conversation: null,
  alerts: [
    {
      code: 'account-down',
      message: 'imbridge/default is error: \u001b no',
      since: new Date(Date.now() - 7_300_000).toISOString(),
      setting: 'channels.imbridge',
      remedy: 'Run gatehouse status --deep.',
    },
  ],
  memory: { rss_bytes: 104_857_600 },
};
const page = (items: readonly unknown[], next_cursor: string | null = null) =>
  [200, { items, next_cursor }] as const;

const { gateway, shell } = cliWorld();

const routes = () => gateway.asked.map(({ route }) => route);

describe('pairing list', () => {
  it('prints a table of waiting requests without control characters', async () => {
    gateway.answers.set('GET /pairings?channel=imbridge&status=pending&limit=200', page([pairing]));
    const { code, stdout, stderr } = await shell.run('pairing', 'list', 'imbridge');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^CODE +CHANNEL +ACCOUNT +SENDER +NAME +STATUS +EXPIRES\nK7QX4MNP +imbridge/);
    expect(stdout).not.toContain('\u001b');
  });

  it('prints all pages as JSON with --json', async () => {
    gateway.answers.set('GET /pairings?limit=200', page([pairing], 'next'));
    gateway.answers.set('GET /pairings?limit=200&cursor=next', page([{ ...pairing, id: 'pair_2' }]));
    const { code, stdout } = await shell.run('pairing', 'list', '--all', '--json');
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { items: [pairing, { ...pairing, id: 'pair_2' }], next_cursor: null },
    ]);
  });

  it('says that there are no requests', async () => {
    gateway.answers.set('GET /pairings?status=pending&limit=200', page([]));
    expect(await shell.run('pairing', 'list')).toEqual({
      code: 0,
      stdout: 'No pairing requests.\n',
      stderr: '',
    });
  });
});

describe('an unknown channel', () => {
  it.each([
    [['pairing', 'list', 'imbrige'], 'GET /pairings?channel=imbrige&status=pending&limit=200'],
    [['pairing', 'deny', 'imbrige', 'K7QX4MNP'], 'GET /pairings?channel=imbrige&status=pending&limit=200'],
    [['pairing', 'approve', 'imbrige', 'K7QX4MNP'], 'POST /pairings/approve'],
    [['grants', 'list', 'imbrige'], 'GET /grants?channel=imbrige&limit=200'],
    [['grants', 'add', 'imbrige', '+12025550143'], 'POST /grants'],
  ])('is refused by %j with the names of the known ones', async (args, route) => {
    const isPost = route.startsWith('POST');
    gateway.answers.set(route, isPost ? refusal(404, 'No such pairing request.') : page([]));
    gateway.answers.set('GET /channels', page([{ channel: 'imbridge' }, { channel: 'workchat' }]));
    const words =
      'there is no channel "imbrige", did you mean "imbridge"? Known channels: imbridge, workchat.';
    expect(await shell.run(...args)).toEqual({ code: 2, stdout: '', stderr: `gatehouse: ${words}\n` });
  });
});

describe('pairing approve', () => {
  it('approves by code', async () => {
    gateway.answers.set('POST /pairings/approve', [200, { ...pairing, status: 'approved' }]);
    const { code, stdout } = await shell.run('pairing', 'approve', 'imbridge', 'k7qx-4mnp');
    expect([code, stdout]).toEqual([0, 'Approved: +12025550143 can now use the assistant on imbridge.\n']);
    expect(gateway.asked[0]).toEqual({
      route: 'POST /pairings/approve',
      body: { channel: 'imbridge', code: 'k7qx-4mnp' },
    });
  });

  it.each([
    [
      'warning',
      expect.stringMatching(
        /: \+12025550143 shares one .* Fix: gatehouse config set session\.dmScope per-sender\n$/,
      ),
    ],
    ['ok', ''],
  ])('warns of a shared conversation when the doctor says: %s', async (state, warning) => {
    gateway.answers.set('POST /pairings/approve', [200, { ...pairing, status: 'approved' }]);
    gateway.answers.set('GET /doctor?only=dm-scope', [200, { checks: [{ state }] }]);
    const { code, stdout, stderr } = await shell.run('pairing', 'approve', 'imbridge', 'K7QX4MNP');
    expect([code, stderr]).toEqual([0, warning]);
    expect(stdout).not.toContain('conversation');
  });

  it("fails with the gateway's message, as JSON on stderr with --json", async () => {
    const words = refusal(404, 'No such pairing request.', 'code is unknown, used or expired');
    gateway.answers.set('POST /pairings/approve', words);
    const { code, stdout, stderr } = await shell.run('pairing', 'approve', 'imbridge', 'X', '--json');
    expect([code, stdout]).toEqual([1, '']);
    const [message, details] = ['No such pairing request.', 'code is unknown, used or expired'];
    expect(JSON.parse(stderr)).toEqual({ error: { code: 'CODE', message, details } });
    const plain = await shell.run('pairing', 'approve', 'imbridge', 'X');
    expect(plain.stderr).toBe(`gatehouse: ${message} (${details})\n`);
  });
});

describe('pairing deny', () => {
  beforeEach(() => {
    gateway.answers.set('GET /pairings?channel=imbridge&status=pending&limit=200', page([pairing]));
    gateway.answers.set('POST /pairings/pair_1/deny', [200, { ...pairing, status: 'denied' }]);
  });

  it('finds the request by its code, whatever its case and spaces', async () => {
    const { code, stdout } = await shell.run('pairing', 'deny', 'imbridge', 'k7qx 4mnp', '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { id: 'pair_1', status: 'denied' }]);
  });

  it('fails for an unknown code without a POST', async () => {
    const { code, stderr } = await shell.run('pairing', 'deny', 'imbridge', 'AAAAAAAA');
    expect([code, stderr]).toEqual([1, expect.stringContaining('No such pairing request')]);
    expect(routes().filter((route) => route.startsWith('POST'))).toEqual([]);
  });
});

describe('status', () => {
  const details = {
    channel: 'imbridge',
    capabilities: { version: 1, features: { typing: 'full' } },
    accounts: [
      {
        ...account,
        dm_policy: 'pairing',
        group_policy: 'allowlist',
        capabilities: { version: 1, features: { typing: 'dropped' } },
        probe: { reachable: true, os_version: null },
      },
    ],
  };
  beforeEach(() => {
    gateway.answers.set('GET /status', [200, status]);
    gateway.answers.set('GET /channels', page([{ ...details, accounts: [] }]));
    gateway.answers.set('GET /channels/imbridge?deep=true', [200, details]);
  });

  it('prints a summary', async () => {
    const { code, stdout } = await shell.run('status');
    expect([code, routes()]).toEqual([0, ['GET /status']]);
    for (const text of [
      '1.2.3, up 2 h',
      '100 MB',
      'sqlite, ok',
      'THE FILE IS INVALID; the previous configuration stays in effect; at the next start: gateway.host',
      'gateway.port: must be a number',
      '1 pending',
      '2 open, 0 dead',
      '2 delivery, 3 dead',
      '1 conversation not answered',
      'failing  ECONNREFUSED',
      'oldest message pending for 6 min',
      'PROBLEM ',
      'imbridge/default is error: \ufffd no',
      '2 h ago',
      'status --deep. (channels.imbridge)',
      'Warning: several people share a session',
    ]) {
      expect(stdout).toContain(text);
    }
  });

  it('prints the answer of the API with --json, and the channels with --all', async () => {
    expect(JSON.parse((await shell.run('status', '--json')).stdout)).toEqual(status);
    const all = JSON.parse((await shell.run('status', '--all', '--json')).stdout) as object;
    expect(all).toEqual({ ...status, channel_details: [{ ...details, accounts: [] }] });
  });

  it('asks every service with --deep', async () => {
    const { stdout } = await shell.run('status', '--deep');
    expect(stdout).toContain('reachable: true');
    expect(routes()).toContain('GET /channels/imbridge?deep=true');
  });
});

describe('deliveries', () => {
  it('are listed up to --limit', async () => {
    gateway.answers.set('GET /deliveries?status=dead&limit=1', page([delivery], 'more'));
    const { code, stdout } = await shell.run('deliveries', 'list', '--status', 'dead', '--limit', '1');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/dlv_1 +dead +imbridge +-;\+12025550143 +3 +rejected/),
    ]);
    expect(routes()).toHaveLength(1);
  });

  it('are listed by --status delivered, over several pages', async () => {
    const sent = { ...delivery, status: 'sent', delivered_at: null, read_at: null };
    const reached = { ...sent, delivered_at: '2026-01-31T09:31:00.000Z' };
    const [read, late] = [
      { ...reached, id: 'dlv_2', read_at: reached.delivered_at },
      { ...reached, id: 'dlv_3' },
    ];
    gateway.answers.set('GET /deliveries?status=sent&limit=2', page([sent, read], 'more'));
    gateway.answers.set('GET /deliveries?status=sent&limit=2&cursor=more', page([late]));
    const { stdout } = await shell.run(
      'deliveries',
      'list',
      '--status',
      'delivered',
      '--limit',
      '2',
      '--json',
    );
    expect(JSON.parse(stdout)).toEqual({ items: [late], next_cursor: null });
    expect((await shell.run('deliveries', 'list', '--status', 'lost')).code).toBe(2);
  });

  it('are sent again', async () => {
    gateway.answers.set('POST /deliveries/dlv_1/retry', [202, { ...delivery, status: 'queued' }]);
    expect(await shell.run('deliveries', 'retry', 'dlv_1')).toMatchObject({
      code: 0,
      stdout: 'dlv_1 is queued again.\n',
    });
  });

  it('of one cause are all sent again, the oldest first, whatever becomes of the others', async () => {
    const dead = ['dlv_3', 'dlv_2', 'dlv_1'].map((id) => ({ ...delivery, id, status: 'dead' }));
    const other = { ...delivery, id: 'dlv_0', status: 'dead', last_code: 'rejected' };
    const wanted = dead.map((each) => ({ ...each, last_code: 'unreachable' }));
    gateway.answers.set('GET /deliveries?status=dead&limit=200', page(wanted.slice(0, 2), 'more'));
    gateway.answers.set('GET /deliveries?status=dead&limit=200&cursor=more', page([other, wanted[2]!]));
    for (const id of ['dlv_1', 'dlv_3'])
      gateway.answers.set(`POST /deliveries/${id}/retry`, [202, { ...delivery, id, status: 'queued' }]);
    gateway.answers.set(
      'POST /deliveries/dlv_2/retry',
      refusal(409, 'Only dead deliveries can be retried.', ''),
    );
    expect(await shell.run('deliveries', 'retry', '--cause', 'unreachable')).toEqual({
      code: 1,
      stdout: 'dlv_1 is queued again.\ndlv_3 is queued again.\n',
      stderr: 'gatehouse: 1 of 3 could not be retried:\ndlv_2: Only dead deliveries can be retried.\n',
    });
    expect(routes().filter((route) => route.startsWith('POST'))).toEqual(
      ['dlv_1', 'dlv_2', 'dlv_3'].map((id) => `POST /deliveries/${id}/retry`),
    );
  });
});

describe('dead-letters', () => {
  const letter = {
    id: '42',
    kind: 'inbound',
    key: 'agent:main:main',
    subject: { event_id: 'evt_1' },
    attempt_count: 8,
    last_error: 'disk I/O error \u001b[31m',
    created_at: '2026-01-31T09:30:00.000Z',
    died_at: '2026-01-31T09:35:00.000Z',
  };

  it('are listed without control characters', async () => {
    gateway.answers.set('GET /dead-letters?limit=50', page([letter]));
    const { code, stdout } = await shell.run('dead-letters', 'list');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/42 +inbound +agent:main:main +8 .+disk I\/O error/),
    ]);
    expect(stdout).not.toContain('\u001b');
  });

  it('says that there are none', async () => {
    gateway.answers.set('GET /dead-letters?limit=50', page([]));
    expect((await shell.run('dead-letters', 'list')).stdout).toBe('No dead letters.\n');
  });

  it('are retried in the order given', async () => {
    for (const id of ['41', '42'])
      gateway.answers.set(`POST /dead-letters/${id}/retry`, [202, { ...letter, id }]);
    expect(await shell.run('dead-letters', 'retry', '41', '42')).toMatchObject({
      code: 0,
      stdout: '41 (inbound) is queued again.\n42 (inbound) is queued again.\n',
    });
    expect(routes()).toEqual(['POST /dead-letters/41/retry', 'POST /dead-letters/42/retry']);
  });

  it('continues after one that cannot be retried', async () => {
    gateway.answers.set('POST /dead-letters/41/retry', refusal(404, 'No such dead letter.', ''));
    gateway.answers.set('POST /dead-letters/42/retry', [202, letter]);
    expect(await shell.run('dead-letters', 'retry', '41', '42')).toEqual({
      code: 1,
      stdout: '42 (inbound) is queued again.\n',
      stderr: 'gatehouse: 1 of 2 could not be retried:\n41: No such dead letter.\n',
    });
  });

  it('of one error are all retried, and none without one', async () => {
    gateway.answers.set('GET /dead-letters?limit=200', page([letter]));
    gateway.answers.set('POST /dead-letters/42/retry', [202, letter]);
    const { code, stdout } = await shell.run('dead-letters', 'retry', '--cause', letter.last_error);
    expect([code, stdout]).toEqual([0, '42 (inbound) is queued again.\n']);
    const none = await shell.run('dead-letters', 'retry', '--cause', 'other');
    expect([none.code, none.stdout]).toEqual([0, 'Nothing failed for this cause.\n']);
  });

  it('needs an id to retry', async () => {
    expect((await shell.run('dead-letters', 'retry')).code).toBe(2);
    expect((await shell.run('deliveries', 'retry', 'dlv_1', '--cause', 'unreachable')).code).toBe(2);
  });
});

describe('channels', () => {
  const details = {
    channel: 'imbridge',
    capabilities: { version: 1, features: { typing: 'full' } },
    accounts: [
      {
        ...account,
        dm_policy: 'pairing',
        group_policy: 'allowlist',
        capabilities: { version: 1, features: { typing: 'dropped' } },
        probe: { reachable: true, os_version: null },
      },
    ],
  };

  it('list shows every account, or names the command that sets one up', async () => {
    gateway.answers.set('GET /channels', page([details]));
    const { stdout } = await shell.run('channels', 'list');
    expect(stdout).toMatch(/^CHANNEL +ACCOUNT +STATE +DIRECT +GROUPS/);
    expect(stdout).toMatch(/\nimbridge +default +connected +pairing +allowlist\n$/);
    gateway.answers.set('GET /channels', page([{ ...details, accounts: [] }]));
    expect((await shell.run('channels', 'list')).stdout).toContain('gatehouse onboard');
  });

  it('status asks the services only with --deep', async () => {
    gateway.answers.set('GET /channels', page([{ ...details, accounts: [] }]));
    gateway.answers.set('GET /channels/imbridge?deep=true', [200, details]);
    expect((await shell.run('channels', 'status')).stdout).toBe('imbridge\n  can: typing: full\n');
    expect((await shell.run('channels', 'status', '--deep')).stdout).toBe(
      'imbridge\n  default: direct messages pairing, groups allowlist\n    can: typing: dropped\n    reachable: true\n',
    );
    const { stdout } = await shell.run('channels', 'status', '--deep', '--json');
    expect(JSON.parse(stdout)).toEqual({ items: [details], next_cursor: null });
  });
});
