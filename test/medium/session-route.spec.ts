import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AdminTokens, AuditLog, type MadeToken, SYSTEM } from '../../src/access-control/index.js';
import { ALL_SECTIONS } from '../../src/app.sections.js';
import type { Role } from '../../src/common/index.js';
import { loadConfig, readEnvironment } from '../../src/config/index.js';
import { createApp } from '../../src/gateway.js';
import { Database } from '../../src/persistence/index.js';
import { borrowDatabase } from '../support/postgres-databases.js';
import { type RawAnswer, rawHttp } from '../support/raw-http.js';

const PROXY = '127.0.0.1';
const ACCOUNT = { email: 'ann@example.com' };

interface Call {
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | string;
}

/** The whole program, called over the wire as a browser does. */
describe.each(['SQLite', 'PostgreSQL'])('signing in to the console on %s', (kind) => {
  let app: NestExpressApplication;
  const ownerToken = 'an-owner-token-that-nobody-guesses';
  let stateDir = '';
  let borrowed: { url: string; release: () => Promise<void> } | undefined;

  const start = async (gateway: object = {}, token = ownerToken) => {
    const config = { logging: { level: 'silent' }, gateway };
    writeFileSync(join(stateDir, 'gatehouse.json'), JSON.stringify(config));
    const env = { GATEHOUSE_STATE_DIR: stateDir, GATEHOUSE_ADMIN_TOKEN: token };
    const database = borrowed && { DATABASE_URL: borrowed.url };
    app = await createApp(loadConfig(ALL_SECTIONS, readEnvironment({ ...env, ...database })));
    await app.listen(0, '127.0.0.1');
  };
  const startAgain = async (gateway?: object, token?: string) => {
    await app.close();
    await start(gateway, token);
  };
  beforeEach(async () => {
    stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-session-'));
    borrowed = kind === 'PostgreSQL' ? await borrowDatabase() : undefined;
    await start();
  }, 60_000);
  afterEach(async () => {
    await app.close();
    await borrowed?.release();
    rmSync(stateDir, { recursive: true });
  });

  const call = async (route: string, { cookie, headers, body }: Call = {}): Promise<RawAnswer> => {
    const text = typeof body === 'object' ? JSON.stringify(body) : (body ?? '');
    const all = {
      Host: 'gateway',
      Connection: 'close',
      ...(cookie !== undefined && { Cookie: cookie }),
      ...(body !== undefined && { 'Content-Length': Buffer.byteLength(text) }),
      ...(typeof body === 'object' && { 'Content-Type': 'application/json' }),
      ...headers,
    };
    const [method, path] = route.split(' ') as [string, string];
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    const { port } = app.getHttpServer().address() as AddressInfo;
    const to = path.startsWith('//') ? path.slice(1) : `/admin/v1${path}`;
    return rawHttp(port, [`${method} ${to} HTTP/1.1`, ...lines, '', text].join('\r\n'));
  };
  const own = { 'X-Gatehouse-Console': '1' };
  const answerOf = ({ status, body }: RawAnswer) => [status, JSON.parse(body) as object];
  const errorOf = ({ status, body }: RawAnswer) => {
    const { error } = JSON.parse(body) as { error: { code: string; message: string; details: string } };
    return [status, error.code, error.message];
  };
  const tokenOf = (role: Role, expiresAt?: number): Promise<MadeToken> =>
    app.get(AdminTokens).create(SYSTEM, { role, name: 'on-call', expiresAt });
  const setCookie = ({ headers }: RawAnswer) => headers['set-cookie'] ?? '';
  const cookieOf = (answer: RawAnswer) => setCookie(answer).split(';', 1)[0]!;
  const signIn = async (token: string) => cookieOf(await call('POST /session', { body: { token } }));
  const audited = async () =>
    (await app.get(AuditLog).list(20)).map(({ action, actor }) => `${action} by ${actor}`);

  it('gives a cookie that is good for this API alone, until it is ended', async () => {
    const { token, adminToken } = await tokenOf('operator');
    const begun = await call('POST /session', { body: { token } });
    const actor = `token:${adminToken.id}`;
    const said = { actor, role: 'operator', name: 'on-call', expires_at: expect.any(String) };
    expect(answerOf(begun)).toEqual([201, said]);
    expect(setCookie(begun)).toMatch(
      /^gatehouse-console=ghc_[0-9a-z]{39}; Max-Age=43(200|199); HttpOnly; SameSite=Strict$/,
    );
    expect(begun.headers['cache-control']).toBe('no-store');
    expect(begun.headers['access-control-allow-origin']).toBeUndefined();
    const cookie = `theme=dark; ${cookieOf(begun)}; other=1`;
    expect(answerOf(await call('GET /session', { cookie }))).toEqual([200, JSON.parse(begun.body)]);
    expect((await call('GET /status', { cookie })).status).toBe(200);
    expect((await call('GET /config', { cookie })).status).toBe(403);
    for (const path of ['//v1/users/usr_x', '//v1/account'])
      expect((await call(`GET ${path}`, { cookie })).status).toBe(401);
    const elsewhere = { cookie, headers: { 'X-Forwarded-For': '192.0.2.1' } };
    expect((await call('GET //metrics', elsewhere)).status).toBe(401);
    expect((await call('DELETE /session', { cookie, headers: own })).status).toBe(204);
    const after = await call('GET /session', { cookie });
    expect(errorOf(after)).toEqual([401, 'UNAUTHENTICATED', 'Sign in again.']);
    expect(await audited()).toEqual([
      `sign-in.ended by ${actor}`,
      `sign-in.begun by ${actor}`,
      'token.created by system',
    ]);
    const rows = await app.get(Database).on().selectFrom('audit_log').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/gh[acl]_[0-9a-z]{20}/);
  });

  it('takes no change by cookie without the header of the console', async () => {
    const cookie = await signIn(ownerToken);
    const user = { cookie, body: ACCOUNT };
    const refused = [403, 'FORBIDDEN', 'This call may come from another site.'];
    expect(errorOf(await call('POST /users', user))).toEqual(refused);
    for (const value of ['', '0', '1, 1', 'true']) {
      const headers = { 'X-Gatehouse-Console': value };
      expect(errorOf(await call('POST /users', { ...user, headers }))).toEqual(refused);
    }
    expect(errorOf(await call('DELETE /session', { cookie }))).toEqual(refused);
    expect((await call('POST /users', { ...user, headers: own })).status).toBe(201);
  });

  it.each([
    ['text/plain', '{"email":"eve@example.com"}'],
    ['application/x-www-form-urlencoded', 'email=eve%40example.com'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\neve\r\n--x--\r\n',
    ],
  ])('refuses the form of another site, as %s', async (type, body) => {
    const cookie = await signIn(ownerToken);
    const headers = { 'Content-Type': type, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await call('POST /users', { cookie, headers, body })).status).toBe(403);
    // Signing someone in as the attacker is refused too, and so is the question that a browser asks before JSON.
    expect((await call('POST /session', { headers, body: `{"token":"${ownerToken}"}` })).status).toBe(415);
    const asks = { ...headers, 'Access-Control-Request-Method': 'POST' };
    const answer = await call('OPTIONS /users', { headers: asks });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([405, undefined]);
  });

  it('leaves the decision to a bearer token where one is given', async () => {
    const cookie = await signIn((await tokenOf('viewer')).token);
    const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
    const asOwner = await call('GET /session', { cookie, headers: bearer(ownerToken) });
    const first = { actor: 'token:owner', role: 'owner', name: 'first owner token', expires_at: null };
    expect(answerOf(asOwner)).toEqual([200, first]);
    expect((await call('POST /users', { cookie, headers: bearer(ownerToken), body: ACCOUNT })).status).toBe(
      201,
    );
    for (const token of ['wrong', 'two words', ''])
      expect((await call('GET /session', { cookie, headers: bearer(token) })).status).toBe(401);
    // The password of a proxy is not a token.
    expect((await call('GET /session', { cookie, headers: { Authorization: 'Basic eDp5' } })).status).toBe(
      200,
    );
    const ending = await call('DELETE /session', { headers: bearer(ownerToken) });
    expect(errorOf(ending)).toEqual([404, 'NOT_FOUND', 'There is nothing to end.']);
  });

  it('names the cause of each refusal', async () => {
    const expired = await tokenOf('viewer', Date.now() + 60_000);
    const table = app.get(Database).on().updateTable('admin_tokens');
    await table.set({ expires_at: 1 }).where('id', '=', expired.adminToken.id).execute();
    const tries: readonly [object, unknown[]][] = [
      [{ token: 'gha_wrong' }, [401, 'UNAUTHENTICATED', 'This admin token is not valid.']],
      [{ token: expired.token }, [401, 'UNAUTHENTICATED', 'This admin token has expired.']],
      [{ code: 'ghl_wrong' }, [401, 'UNAUTHENTICATED', 'This link is not valid.']],
      [{}, [400, 'INVALID_REQUEST', 'The request is not valid.']],
      [{ token: ownerToken, code: 'x' }, [400, 'INVALID_REQUEST', 'The request is not valid.']],
      [{ token: 'x'.repeat(1_001) }, [400, 'INVALID_REQUEST', 'The request is not valid.']],
      [{ token: 'x'.repeat(5_000) }, [413, 'PAYLOAD_TOO_LARGE', 'The request body is too large.']],
      [{ token: [ownerToken] }, [400, 'INVALID_REQUEST', 'The request is not valid.']],
    ];
    for (const [body, refusal] of tries) {
      const answer = await call('POST /session', { body });
      expect([body, errorOf(answer), setCookie(answer)]).toEqual([body, refusal, '']);
    }
    const { body: both } = await call('POST /session', { body: { token: ownerToken, code: 'x' } });
    expect(both).toContain('either token or code is required, not both');
  });

  it('is limited by wrong tokens, counted together with those of bearers, and the right one still passes', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 50; n++) {
      statuses.push((await call('POST /session', { body: { token: `wrong ${n}` } })).status);
      statuses.push((await call('GET /status', { headers: { Authorization: 'Bearer wrong' } })).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(new Set(statuses.slice(30))).toEqual(new Set([429]));
    const tooMany = await call('POST /session', { body: { token: 'wrong' } });
    expect(errorOf(tooMany)).toEqual([429, 'RATE_LIMITED', 'Too many requests.']);
    expect(tooMany.body).toContain('at most 30 wrong tokens per minute are allowed from one address');
    expect(Number(tooMany.headers['retry-after'])).toBeGreaterThan(0);
    expect((await call('POST /session', { body: { token: ownerToken } })).status).toBe(201);
  });

  it('is refused over plain HTTP from elsewhere, and its cookie is Secure behind a proxy with https', async () => {
    await startAgain({ trustedProxies: [PROXY] });
    const from = (scheme: string) => ({ 'X-Forwarded-For': '192.0.2.7', 'X-Forwarded-Proto': scheme });
    const body = { token: ownerToken };
    const plain = await call('POST /session', { body, headers: from('http') });
    expect(errorOf(plain)).toEqual([403, 'HTTPS_REQUIRED', 'Use https.']);
    // The token is in the body, whatever another header holds.
    for (const Authorization of ['', 'Basic eA==', `Bearer ${ownerToken}`]) {
      const headers = { ...from('http'), Authorization };
      expect(errorOf(await call('POST /session', { body, headers }))).toEqual(errorOf(plain));
    }
    expect((await call('GET /session', { headers: from('http') })).status).toBe(403);
    const begun = await call('POST /session', { body, headers: from('https') });
    expect(setCookie(begun)).toMatch(
      /^__Secure-gatehouse-console=ghc_.*; HttpOnly; SameSite=Strict; Secure$/,
    );
    const value = cookieOf(begun);
    expect((await call('GET /session', { cookie: value, headers: from('https') })).status).toBe(200);
    // A cookie that plain HTTP could have set is none over https.
    const planted = value.replace('__Secure-', '');
    expect((await call('GET /session', { cookie: planted, headers: from('https') })).status).toBe(401);
  });

  it('is of no use to a page at another port of the host, not even to read', async () => {
    const cookie = await signIn(ownerToken);
    const from = (site: string) => call('GET /status', { cookie, headers: { 'Sec-Fetch-Site': site } });
    expect((await from('same-origin')).status).toBe(200);
    expect((await from('none')).status).toBe(200);
    expect(errorOf(await from('same-site'))).toEqual([
      403,
      'FORBIDDEN',
      'This call may come from another site.',
    ]);
  });

  it('is one for each port: two gateways of a host name leave the cookies of each other alone', async () => {
    const at = (host: string) => ({ headers: { Host: host } });
    const body = { token: ownerToken };
    const first = cookieOf(await call('POST /session', { body, ...at('gateway:3000') }));
    // A browser sends both to either port.
    const second = cookieOf(await call('POST /session', { cookie: first, body, ...at('gateway:3001') }));
    const both = `${first}; ${second}`;
    for (const host of ['gateway:3000', 'gateway:3001'])
      expect((await call('GET /session', { cookie: both, ...at(host) })).status).toBe(200);
    expect((await call('GET /session', { cookie: first, ...at('gateway:3001') })).status).toBe(401);
    expect((await call('GET /session', { cookie: first, ...at('[::1]') })).status).toBe(401);
  });

  it('survives hostile cookies', async () => {
    const good = await signIn(ownerToken);
    const hostile = [
      '=',
      ';;;;',
      'gatehouse-console',
      'gatehouse-console=',
      `gatehouse-console=${'x'.repeat(8_000)}`,
      good.toUpperCase(),
      `${good}x`,
      good.slice(0, -1),
      `x${good}`,
      good.replace('=', '="') + '"',
      `gatehouse-console=%00${good}`,
      'a=b; '.repeat(2_000),
      `gatehouse-console=' or 1=1 --`,
      // Two of the name: one was planted, by a neighbour of this host for instance.
      `${good}; gatehouse-console=x`,
      `gatehouse-console=x; ${good}`,
      `${good}; ${good}`,
    ];
    for (const cookie of hostile)
      expect([cookie, (await call('GET /session', { cookie })).status]).toEqual([cookie, 401]);
    expect((await call('GET /session', { cookie: `${' '.repeat(50)}${good} ;;x` })).status).toBe(200);
  });

  it('replaces the cookie that a browser already has, and keeps none that was chosen for it', async () => {
    const first = await signIn(ownerToken);
    const again = await call('POST /session', { cookie: first, body: { token: ownerToken } });
    expect(cookieOf(again)).not.toBe(first);
    expect((await call('GET /session', { cookie: first })).status).toBe(401);
    expect((await call('GET /session', { cookie: cookieOf(again) })).status).toBe(200);
    // Of two, one was planted: a neighbour of this host must not end a sign-in that way.
    const second = cookieOf(again);
    await call('POST /session', { cookie: `${second}; gatehouse-console=x`, body: { token: ownerToken } });
    expect((await call('GET /session', { cookie: second })).status).toBe(200);
    const made = await call('POST /session/links', { headers: { Authorization: `Bearer ${ownerToken}` } });
    const { code } = JSON.parse(made.body) as Record<string, string>;
    const linked = await call('POST /session', { cookie: cookieOf(again), body: { code } });
    expect((await call('GET /session', { cookie: cookieOf(again) })).status).toBe(401);
    expect((await call('GET /session', { cookie: cookieOf(linked) })).status).toBe(200);
    const chosen = 'gatehouse-console=ghc_0123456789abcdefghjkmnpqrstvwxyz0rzksed';
    const begun = await call('POST /session', { cookie: chosen, body: { token: ownerToken } });
    expect(cookieOf(begun)).not.toBe(chosen);
    expect((await call('GET /session', { cookie: chosen })).status).toBe(401);
  });

  it('ends with the first owner token, once another is in force', async () => {
    const cookie = await signIn(ownerToken);
    const { token } = await tokenOf('viewer');
    const other = await signIn(token);
    await startAgain();
    expect((await call('GET /session', { cookie })).status).toBe(200);
    await startAgain({}, 'another-owner-token-that-nobody-guesses');
    expect((await call('GET /session', { cookie })).status).toBe(401);
    expect((await call('GET /session', { cookie: other })).status).toBe(200);
  });

  it('opens a stream of events by cookie', async () => {
    const cookie = await signIn((await tokenOf('viewer')).token);
    const { status, headers } = await call('GET /events', { cookie });
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });

  it('by a link is possible once, and a cookie makes no link', async () => {
    const { token, adminToken } = await tokenOf('viewer');
    const made = await call('POST /session/links', { headers: { Authorization: `Bearer ${token}` } });
    const { code, expires_at } = JSON.parse(made.body) as Record<string, string>;
    expect([made.status, Date.parse(expires_at!) - Date.now()]).toEqual([201, expect.closeTo(60_000, -4)]);
    const begun = await call('POST /session', { body: { code } });
    expect(answerOf(begun)).toMatchObject([201, { actor: `token:${adminToken.id}`, role: 'viewer' }]);
    const again = await call('POST /session', { body: { code } });
    expect(errorOf(again)).toEqual([401, 'UNAUTHENTICATED', 'This link has been used.']);
    const prolonging = { cookie: cookieOf(begun), headers: own };
    expect((await call('POST /session/links', prolonging)).status).toBe(403);
    expect((await audited()).slice(0, 2)).toEqual([
      `sign-in.begun by token:${adminToken.id}`,
      `sign-in.link-made by token:${adminToken.id}`,
    ]);
  });
});
