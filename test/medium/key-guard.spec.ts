import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import { ALL_SECTIONS } from '../../src/app.sections.js';
import { ApiKeys, SYSTEM, type User, Users, type WantedKey } from '../../src/access-control/index.js';
import { newKey } from '../../src/access-control/keys/api-key.js';
import { loadConfig, readEnvironment } from '../../src/config/index.js';
import { createApp } from '../../src/gateway.js';
import { Database } from '../../src/persistence/index.js';

/** The whole application on a separate database; only the listener is supertest's. */
describe('the guard of /v1', () => {
  let app: NestExpressApplication;
  let stateDir: string;
  let user: User;

  beforeEach(async () => {
    stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-guard-'));
    const config = { logging: { level: 'silent' }, gateway: { trustedProxies: ['127.0.0.1/32', '::1/128'] } };
    writeFileSync(join(stateDir, 'gatehouse.json'), JSON.stringify(config));
    app = await createApp(loadConfig(ALL_SECTIONS, readEnvironment({ GATEHOUSE_STATE_DIR: stateDir })));
    await app.init();
    user = await app.get(Users).create(SYSTEM, { email: 'ann@example.com' });
  });
  afterEach(async () => {
    await app.close();
    rmSync(stateDir, { recursive: true });
  });

  const make = (wanted: WantedKey = {}, owner = user) => app.get(ApiKeys).create(SYSTEM, owner.id, wanted);
  const ask = (
    authorization: string | undefined,
    { from = '203.0.113.1', path = '/v1/account/keys' } = {},
  ) => {
    const call = request(app.getHttpServer()).get(path);
    void call.set('X-Forwarded-For', from).set('X-Forwarded-Proto', 'https');
    return authorization === undefined ? call : call.set('Authorization', authorization);
  };
  const expire = async (id: string) => {
    const db = app.get(Database);
    await db.transaction((tx) =>
      db.on(tx).updateTable('api_keys').set({ expires_at: 1 }).where('id', '=', id).execute(),
    );
  };

  /** One of each kind of invalid credential. */
  async function badOnes(): Promise<Record<string, string | undefined>> {
    const good = await make();
    const revoked = await make();
    await app.get(ApiKeys).revoke(SYSTEM, user.id, revoked.apiKey.id);
    const expired = await make({ expiresAt: Date.now() + 60_000 });
    await expire(expired.apiKey.id);
    const ben = await app.get(Users).create(SYSTEM, { email: 'ben@example.com' });
    const disabled = await make({}, ben);
    await app.get(Users).update(SYSTEM, ben.id, { status: 'disabled' });
    const cat = await app.get(Users).create(SYSTEM, { email: 'cat@example.com' });
    const deleted = await make({}, cat);
    await app.get(Users).remove(SYSTEM, cat.id);
    return {
      missing: undefined,
      empty: '',
      'no scheme': good.key,
      'wrong scheme': `Basic ${good.key}`,
      'two words': `Bearer ${good.key} x`,
      'no key': 'Bearer',
      malformed: 'Bearer wrong',
      'upper case': `Bearer ${good.key.toUpperCase()}`,
      'wrong checksum': `Bearer ${good.key.slice(0, -1)}${good.key.endsWith('0') ? '1' : '0'}`,
      unknown: `Bearer ${newKey()}`,
      revoked: `Bearer ${revoked.key}`,
      expired: `Bearer ${expired.key}`,
      disabled: `Bearer ${disabled.key}`,
      deleted: `Bearer ${deleted.key}`,
      'admin token': `Bearer ${readFileSync(join(stateDir, 'admin-token'), 'utf8').trim()}`,
    };
  }

  it('gives every bad credential the same delayed answer, byte for byte', async () => {
    const answers = new Map<string, string[]>();
    for (const [kind, authorization] of Object.entries(await badOnes())) {
      const begun = performance.now();
      const { status, headers, text } = await ask(authorization);
      // A timer may be a millisecond early.
      expect([kind, performance.now() - begun >= 19]).toEqual([kind, true]);
      const { 'x-request-id': id, date: _date, ...rest } = headers as Record<string, string>;
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      const answer = JSON.stringify({ status, rest, text });
      answers.set(answer, [...(answers.get(answer) ?? []), kind]);
    }
    expect([...answers.values()]).toHaveLength(1);
    const [answer] = [...answers.keys()].map((text) => JSON.parse(text) as { status: number; rest: object });
    expect(answer).toMatchObject({ status: 401, rest: { 'www-authenticate': 'Bearer' } });
  });

  it('answers 429 after 30 wrong keys from one address, except to a right key', async () => {
    const { key } = await make();
    const guess = async (from: string) => (await ask(`Bearer ${newKey()}`, { from })).status;
    const statuses = await Promise.all(Array.from({ length: 40 }, () => guess('203.0.113.7')));
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    const refused = await ask(undefined, { from: '203.0.113.7' });
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await guess('203.0.113.8')).toBe(401);
    expect((await ask(`Bearer ${key}`, { from: '203.0.113.7' })).status).toBe(200);
  });

  it("counts calls beyond the key's scopes, and keys that descend from one another together", async () => {
    const { key } = await make({ scopes: ['data:process'], limits: { perMinute: 4 } });
    const read = (as = key) => ask(`Bearer ${as}`, { path: `/v1/users/${user.id}` });
    const refused = await read();
    expect([refused.status, refused.headers['x-ratelimit-remaining']]).toEqual([403, '3']);
    const made = await request(app.getHttpServer())
      .post('/v1/account/keys')
      .set({ Authorization: `Bearer ${key}`, 'X-Forwarded-Proto': 'https' });
    const next = (made.body as { key: string }).key;
    expect([made.status, made.headers['x-ratelimit-remaining']]).toEqual([201, '2']);
    expect((await read(next)).headers['x-ratelimit-remaining']).toBe('1');
    expect([(await read()).status, (await read()).status, (await read(next)).status]).toEqual([
      403, 429, 429,
    ]);
  });

  it('shows the caller and the remaining limits in /v1/account, which counts itself', async () => {
    const expiresAt = Date.now() + 3_600_000;
    const { key, apiKey } = await make({ scopes: ['data:process'], limits: { perMinute: 4 }, expiresAt });
    await ask(`Bearer ${key}`);
    const { status, body, text, headers } = await ask(`Bearer ${key}`, { path: '/v1/account' });
    const left = (limit: number) => ({ limit, remaining: limit - 2, reset: expect.any(Number) });
    expect([status, body]).toMatchObject([
      200,
      {
        user: { id: user.id, display_name: 'ann', email: 'ann@example.com', status: 'active' },
        key: {
          id: apiKey.id,
          prefix: apiKey.prefix,
          name: 'API key',
          made_with: null,
          created_at: expect.any(String),
          expires_at: new Date(expiresAt).toISOString(),
        },
        scopes: ['data:process'],
        limits: { per_minute: left(4), per_hour: left(5_000), per_day: left(100_000) },
      },
    ]);
    expect(headers['x-ratelimit-remaining']).toBe('2');
    expect(text).not.toMatch(/identities|gh_[0-9a-z]{39}/);
  });

  it('accepts API keys in /v1 only, and admin tokens in /admin/v1 only', async () => {
    const { key } = await make();
    expect((await ask(`bearer ${key}`)).status).toBe(200);
    expect((await ask(`Bearer ${key}`, { path: '/admin/v1/status' })).status).toBe(401);
    expect((await ask(undefined, { path: `/v1/account/keys?key=${key}` })).status).toBe(401);
  });

  it('lets a key make, list and revoke keys within its own scopes', async () => {
    const { key, apiKey } = await make({ scopes: ['users:read'] });
    const http = request(app.getHttpServer());
    const auth = { Authorization: `Bearer ${key}`, 'X-Forwarded-Proto': 'https' };
    const once = { ...auth, 'Idempotency-Key': 'rotation-1' };
    const made = await http.post('/v1/account/keys').set(once).send({ name: 'next' });
    const repeat = await http.post('/v1/account/keys').set(once).send({ name: 'next' });
    expect([repeat.status, (repeat.body as { error: object }).error]).toEqual([
      409,
      expect.objectContaining({
        code: 'CONFLICT',
        details: expect.stringContaining((made.body as { id: string }).id),
      }),
    ]);
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ name: 'next', scopes: ['users:read'], made_with: apiKey.id }),
    ]);
    const next = (made.body as { key: string }).key;
    const more = await http
      .post('/v1/account/keys')
      .set(auth)
      .send({ scopes: ['data:process'] });
    expect([more.status, (more.body as { error: object }).error]).toEqual([
      403,
      expect.objectContaining({ code: 'FORBIDDEN', details: expect.stringMatching(/^scopes /) }),
    ]);
    const list = await ask(`Bearer ${next}`);
    expect(list.body).toMatchObject({ items: [{ id: apiKey.id }, { name: 'next' }], next_cursor: null });
    expect(list.text).not.toContain(key);
    expect(list.text).not.toContain(next);
    const revoke = await http
      .delete(`/v1/account/keys/${apiKey.id}`)
      .set({ ...auth, Authorization: `Bearer ${next}` });
    expect(revoke.status).toBe(204);
    expect((await ask(`Bearer ${key}`)).status).toBe(401);
    expect((await ask(`Bearer ${next}`)).status).toBe(200);
  });
});
