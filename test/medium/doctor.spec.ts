import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { sql } from 'kysely';
import { AdminTokens, type Actor, ApiKeys, Grants, SYSTEM, Users } from '../../src/access-control/index.js';
import { ALL_SECTIONS } from '../../src/app.sections.js';
import { type CheckResult, Clock } from '../../src/common/index.js';
import { ConfigReload, loadConfig, readEnvironment } from '../../src/config/index.js';
import { WindowStorage } from '../../src/data-api/limits/window-storage.js';
import { Doctor } from '../../src/conditions/index.js';
import { createApp } from '../../src/gateway.js';
import { Database } from '../../src/persistence/index.js';
import { borrowDatabase } from '../support/postgres-databases.js';

const DAY = 86_400_000;
const OWNER: Actor = { id: 'token:owner', role: 'owner' };
const IMBRIDGE = { serverUrl: 'http://127.0.0.1:9', password: 'the-bridge-password' };
const OWN_CHECKS = [
  'database',
  'clock',
  'configuration',
  'plugins',
  'forwarding',
  'dm-scope',
  'grants',
  'open-policy',
  'empty-allowlist',
  'tokens',
  'keys',
  'key-limits',
  'dead-letters',
  'unanswered',
  'holds',
  'loops',
  'approvals',
  'budgets',
];

const KINDS: readonly (readonly [string, () => Promise<{ url?: string; release(): Promise<void> }>])[] = [
  ['SQLite', async () => ({ release: async () => undefined })],
  ['PostgreSQL', borrowDatabase],
];

describe.each(KINDS)('the doctor on %s', (dialect, open) => {
  let stateDir: string;
  let app: NestExpressApplication;
  const ends: (() => Promise<unknown>)[] = [];
  beforeEach(() => {
    stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-doctor-'));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const end of ends.splice(0).reverse()) await end();
    rmSync(stateDir, { recursive: true });
  });

  const write = (config: object) =>
    writeFileSync(
      join(stateDir, 'gatehouse.json'),
      JSON.stringify({ logging: { level: 'silent' }, ...config }),
    );

  async function start(config: object = {}): Promise<void> {
    const { url, release } = await open();
    ends.push(release);
    write(config);
    const environment = readEnvironment({
      GATEHOUSE_STATE_DIR: stateDir,
      ...(url !== undefined && { DATABASE_URL: url }),
    });
    app = await createApp(loadConfig(ALL_SECTIONS, environment));
    ends.push(() => app.close());
    await app.init();
  }

  const examine = (only?: string): Promise<readonly CheckResult[]> => app.get(Doctor).examine(only);
  const grant = (senderId: string, account = 'default') =>
    app.get(Grants).create(SYSTEM, { channel: 'imbridge', account, senderId });

  it('finds nothing on a new gateway', async () => {
    await start({ channels: { imbridge: IMBRIDGE } });
    const found = (await examine()).filter(({ id }) => OWN_CHECKS.includes(id));
    const [database, clock] = found;
    // The disk of the tests may be slow.
    expect(database!.message).toContain('for a durable write');
    expect(found.slice(1).map(({ id, state }) => [id, state])).toEqual(
      OWN_CHECKS.slice(1).map((id) => [id, 'ok']),
    );
    expect(clock!.message).toBe(
      dialect === 'SQLite'
        ? 'the database is a local file and uses the clock of this machine'
        : 'the clock agrees with the database',
    );
  });

  it('finds a clock that differs from that of the database', async () => {
    await start();
    const clock = app.get(Clock);
    const now = clock.now();
    jest.spyOn(clock, 'now').mockReturnValue(now + 10 * 60_000);
    const [found] = await examine('clock');
    expect(found!.state).toBe(dialect === 'SQLite' ? 'ok' : 'failed');
    if (dialect === 'PostgreSQL') expect(found!.message).toMatch(/^this machine's clock is \d+ s ahead of/);
  });

  it('finds a slow disk', async () => {
    await start();
    const db = app.get(Database);
    const transaction = db.transaction.bind(db);
    const late: Database['transaction'] = async (...given) => {
      await setTimeout(130);
      return transaction(...given);
    };
    jest.spyOn(db, 'transaction').mockImplementation(late);
    expect(await examine('database')).toMatchObject([
      {
        state: 'warning',
        message: expect.stringMatching(/ ms for a read, \d{3,} ms for a durable write$/),
      },
    ]);
  });

  it('finds the schema of a newer release, and of none', async () => {
    await start();
    const db = app.get(Database);
    const run = (statement: string) => db.transaction((tx) => sql.raw(statement).execute(db.on(tx)));
    await run(`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`);
    const newer = await examine('database').finally(() =>
      run(`delete from kysely_migration where name = '9999-later'`),
    );
    await run('alter table kysely_migration rename to hidden');
    const older = await examine('database').finally(() =>
      run('alter table hidden rename to kysely_migration'),
    );
    expect([newer[1], older[1]]).toMatchObject([
      { state: 'warning', message: expect.stringContaining('is 9999-later;'), remedy: expect.any(String) },
      { state: 'failed', message: expect.stringContaining('is none;') },
    ]);
  });

  it('finds a file that is invalid, and what waits for a restart', async () => {
    await start();
    write({ gateway: { port: 'x' } });
    app.get(ConfigReload).reload();
    expect(await examine('configuration')).toMatchObject([
      {
        state: 'failed',
        message: expect.stringMatching(/^the file is not in force: gateway\.port: must be a number/),
        setting: 'gateway.port',
        remedy: '`gatehouse config set gateway.port VALUE`',
      },
    ]);
    write({ gateway: { port: 4321 } });
    app.get(ConfigReload).reload();
    expect(await examine('configuration')).toMatchObject([
      { state: 'warning', message: 'takes effect at the next start: gateway.port', setting: 'gateway.port' },
    ]);
  });

  it('finds a proxy that is not trusted', async () => {
    await start();
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    const call = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}/healthz`, { headers });
    await call({});
    expect(await examine('forwarding')).toMatchObject([{ state: 'ok' }]);
    await call({ 'X-Forwarded-For': '203.0.113.7' });
    expect(await examine('forwarding')).toMatchObject([
      {
        state: 'warning',
        setting: 'gateway.trustedProxies',
        remedy: expect.stringContaining("`gatehouse config set 'gateway.trustedProxies[]' 127.0.0.1`"),
      },
    ]);
  });

  it('finds people who share the main session', async () => {
    await start({ channels: { imbridge: IMBRIDGE } });
    for (const sender of ['+12025550143', '+12025550144']) await grant(sender);
    expect(await examine('dm-scope')).toMatchObject([
      { state: 'warning', remedy: '`gatehouse config set session.dmScope per-sender`' },
    ]);
  });

  it('finds grants that have no effect, by account', async () => {
    const accounts = {
      home: { dmPolicy: 'disabled' },
      work: { dmPolicy: 'open', password: 'another-password' },
      shop: { dmPolicy: 'allowlist', password: 'a-third-password' },
    };
    await start({ channels: { imbridge: { ...IMBRIDGE, accounts } } });
    for (const account of ['home', 'work', 'shop', 'gone']) await grant('+12025550143', account);
    await grant('+12025550144', 'home');
    const found = await examine('grants');
    expect(found.map(({ message, setting, remedy }) => [message, setting, remedy])).toEqual([
      [
        'imbridge/gone has one grant, and is not configured',
        undefined,
        expect.stringContaining('`gatehouse grants list imbridge`'),
      ],
      [
        'imbridge/home has 2 grants without effect: no one has access',
        'channels.imbridge.accounts.home.dmPolicy',
        '`gatehouse config set channels.imbridge.accounts.home.dmPolicy pairing`',
      ],
      [
        'imbridge/work has one grant without effect: everyone has access, with or without a grant',
        'channels.imbridge.accounts.work.dmPolicy',
        expect.stringContaining('`gatehouse config set channels.imbridge.accounts.work.dmPolicy pairing`'),
      ],
    ]);
  });

  it('finds a list that shuts everybody out, until there is a grant', async () => {
    await start({ channels: { imbridge: { ...IMBRIDGE, dmPolicy: 'allowlist' } } });
    expect(await examine('empty-allowlist')).toMatchObject([
      {
        state: 'warning',
        setting: 'channels.imbridge.allowFrom',
        remedy: '`gatehouse grants add imbridge <sender>`',
      },
    ]);
    await grant('+12025550143');
    expect(await examine('empty-allowlist')).toMatchObject([{ state: 'ok' }]);
  });

  it('finds API keys that have reached a limit, by the one that they have', async () => {
    await start({ dataApi: { limits: { perMinute: 3 } } });
    const user = await app.get(Users).create(SYSTEM, { email: 'ann@example.com' });
    const create = (limits: object) => app.get(ApiKeys).create(SYSTEM, user.id, { limits });
    const [busy, own, roomy] = await Promise.all([
      create({}),
      create({ perHour: 2 }),
      create({ perMinute: 9 }),
    ]);
    const storage = app.get(WindowStorage, { strict: false });
    for (const { apiKey } of [busy, own, roomy])
      for (let call = 0; call < 4; call++) {
        await storage.increment(apiKey.id, 60_000, 3, 60_000, 'minute');
        if (apiKey === own.apiKey) await storage.increment(apiKey.id, 3_600_000, 2, 3_600_000, 'hour');
      }
    const found = await examine('key-limits');
    const of = (id: string) =>
      found.filter(({ message }) => message.includes(id)).map(({ setting }) => setting);
    expect([of(busy.apiKey.id), of(own.apiKey.id).toSorted()]).toEqual([
      ['dataApi.limits.perMinute'],
      ['dataApi.limits.perMinute', undefined],
    ]);
    if (dialect === 'PostgreSQL') expect(of(roomy.apiKey.id)).toEqual([]);
  });

  it('finds admin tokens and API keys that end soon', async () => {
    await start();
    const now = Date.now();
    const tokens = app.get(AdminTokens);
    const { adminToken } = await tokens.create(OWNER, {
      role: 'viewer',
      name: 'ci',
      expiresAt: now + 13 * DAY,
    });
    await tokens.create(OWNER, { role: 'viewer', name: 'later', expiresAt: now + 15 * DAY });
    await tokens.create(OWNER, { role: 'viewer', name: 'never' });
    const user = await app.get(Users).create(SYSTEM, { email: 'ann@example.com' });
    const keys = app.get(ApiKeys);
    const { key, apiKey } = await keys.create(SYSTEM, user.id, { name: 'app', expiresAt: now + DAY });
    await keys.create(SYSTEM, user.id, { name: 'later', expiresAt: now + 15 * DAY });
    const gone = await app.get(Users).create(SYSTEM, { email: 'ben@example.com' });
    await keys.create(SYSTEM, gone.id, { name: 'unusable', expiresAt: now + DAY });
    await app.get(Users).update(SYSTEM, gone.id, { status: 'disabled' });
    expect(await examine('tokens')).toMatchObject([
      {
        state: 'warning',
        message: expect.stringMatching(new RegExp(`^the admin token ${adminToken.id} expires at \\d{4}-`)),
        remedy: `Replace it: \`gatehouse tokens create viewer\`, then \`gatehouse tokens revoke ${adminToken.id}\``,
      },
    ]);
    const found = await examine('keys');
    expect(found).toMatchObject([
      {
        state: 'warning',
        message: expect.stringMatching(new RegExp(`^the API key app \\(${apiKey.id}\\) expires at `)),
        remedy: `Replace it: \`gatehouse keys create ${user.id}\`, then \`gatehouse keys revoke ${user.id} ${apiKey.id}\``,
      },
    ]);
    expect(JSON.stringify(found)).not.toContain(key.slice(3));
  });
});
