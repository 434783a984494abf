import { generateKeyPairSync } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { decodeJwt, SignJWT } from 'jose';
import { START, WorkplaceSetup } from '../../../testing/workplace.js';
import { loginProblem } from '../../http/problems.js';

const t = new WorkplaceSetup({ graphPermissions: ['User.Read.All'] });
beforeEach(t.start);
afterEach(t.stop);
const BOT = { scope: 'https://api.botframework.com/.default' };
const GRAPH = { scope: 'https://graph.microsoft.com/.default' };

describe('client credentials (workchat-wire 2.4)', () => {
  it('answers with a token for the bot service that lives 3599 s', async () => {
    const { status, json } = await t.login(BOT);
    expect(status).toBe(200);
    expect(json).toEqual({
      token_type: 'Bearer',
      expires_in: 3599,
      ext_expires_in: 3599,
      access_token: expect.any(String),
    });
    const claims = decodeJwt(String(json?.access_token));
    const { appId, tenantId } = t.sut.app;
    expect(claims).toMatchObject({
      aud: 'https://api.botframework.com',
      appid: appId,
      tid: tenantId,
      roles: [],
    });
    expect(claims.exp! - claims.iat!).toBe(3599);
  });

  it('puts the permissions of the moment into a token for Graph, and keeps them there', async () => {
    const before = await t.login(GRAPH);
    t.sut.app.graphPermissions.add('Chat.Read.All');
    const after = await t.login(GRAPH);
    const roles = [before, after].map(({ json }) => decodeJwt(String(json?.access_token)).roles);
    expect(roles).toEqual([['User.Read.All'], ['User.Read.All', 'Chat.Read.All']]);
  });

  it.each<[string, Readonly<Record<string, string>>, readonly [number, string, number]]>([
    ['a wrong secret', { client_secret: 'wrong' }, [401, 'invalid_client', 7000215]],
    ['an app that is not in the tenant', { client_id: '0'.repeat(8) }, [400, 'unauthorized_client', 700016]],
    ['a scope without /.default', { scope: 'https://api.botframework.com' }, [400, 'invalid_scope', 1002012]],
    ['an unknown resource', { scope: 'https://nowhere.example/.default' }, [400, 'invalid_resource', 500011]],
    ['another grant', { grant_type: 'password' }, [400, 'unsupported_grant_type', 70003]],
  ])('refuses %s', async (_name, form, [status, error, code]) => {
    const answer = await t.login({ ...BOT, ...form });
    expect(answer.status).toBe(status);
    expect(answer.json).toEqual({
      error,
      error_description: expect.stringContaining(`AADSTS${code}: `),
      error_codes: [code],
      timestamp: expect.any(String),
      trace_id: expect.any(String),
      correlation_id: expect.any(String),
      error_uri: `https://login.microsoftonline.com/error?code=${code}`,
    });
  });

  it('refuses an unknown tenant', async () => {
    const { status, json } = await t.login(BOT, 'nowhere.example');
    expect([status, json?.error, json?.error_codes]).toEqual([400, 'invalid_request', [90002]]);
  });

  it('refuses a JSON body', async () => {
    const { appId: client_id, secret: client_secret, tenantId } = t.sut.app;
    const body = JSON.stringify({ ...BOT, client_id, client_secret, grant_type: 'client_credentials' });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${t.sut.cloud.loginUrl}/${tenantId}/oauth2/v2.0/token`, {
      method: 'POST',
      headers,
      body,
    });
    expect([response.status, await response.json()]).toMatchObject([400, { error_codes: [900144] }]);
  });

  it('accepts the old secret beside a new one, and names an expired secret by an error of its own', async () => {
    const old = t.sut.app.secret;
    t.sut.app.addSecret('fresh');
    expect((await t.login({ ...BOT, client_secret: old })).status).toBe(200);
    t.sut.app.expireSecret(t.sut.clock.now());
    const { status, json } = await t.login(BOT);
    expect([status, json?.error_codes]).toEqual([401, [7000222]]);
  });

  it('can answer 503 with Retry-After', async () => {
    const problem = {
      error: 'temporarily_unavailable',
      code: 90033,
      text: 'A transient error has occurred.',
    };
    const answer = loginProblem({ status: 503, ...problem, headers: { 'retry-after': '3' } });
    t.sut.faults.tokens.next({ kind: 'answer', answer });
    const refused = await t.login(BOT);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '3']);
    expect((await t.login(BOT)).status).toBe(200);
  });

  it('keeps no secret in its log', async () => {
    await t.login(BOT);
    expect(t.sut.requestsTo('login')).toMatchObject([{ method: 'POST', status: 200, body: BOT }]);
    expect(JSON.stringify(t.sut.requests)).not.toContain(t.sut.app.secret);
  });
});

describe('credentials other than a secret (workchat-wire 2.4)', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const thumbprint = 'AB:CD:EF:01';
  const tokenUrl = () => `${t.sut.cloud.loginUrl}/${t.sut.app.tenantId}/oauth2/v2.0/token`;
  const login = async (assertion: string) => {
    const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
    const form = { ...BOT, client_secret: '', client_assertion: assertion, client_assertion_type };
    const { status, json } = await t.login(form);
    return [status, (json?.error_codes as readonly number[] | undefined)?.[0]];
  };
  const assertion = (claims: JWTPayload, header: object = {}, key = privateKey) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', ...header })
      .setExpirationTime(claims.exp ?? Math.floor(START / 1000) + 60)
      .sign(key);

  it('are accepted when signed with a registered certificate', async () => {
    const { appId } = t.sut.app;
    const header = { 'x5t#S256': Buffer.from('abcdef01', 'hex').toString('base64url') };
    const claims = { iss: appId, sub: appId, aud: tokenUrl() };
    expect(await login(await assertion(claims, header))).toEqual([401, 700027]);
    t.sut.app.certificates.push({ thumbprint, publicKey });
    expect(await login(await assertion(claims, header))).toEqual([200, undefined]);
    expect(await login(await assertion({ ...claims, exp: 1 }, header))).toEqual([401, 700024]);
    expect(await login(await assertion({ ...claims, aud: 'https://evil.example' }, header))).toEqual([
      401, 700027,
    ]);
    expect(JSON.stringify(t.sut.requests)).not.toContain('eyJ');
  });

  it('are accepted as a token of a registered issuer', async () => {
    const claims = { iss: 'https://cluster.example', sub: 'gateway', aud: 'api://AzureADTokenExchange' };
    expect(await login(await assertion(claims))).toEqual([401, 70021]);
    t.sut.app.federations.push({ issuer: claims.iss, subject: claims.sub, publicKey });
    expect(await login(await assertion(claims))).toEqual([200, undefined]);
    expect(await login('nonsense')).toEqual([401, 50027]);
  });

  it('are issued by the identity endpoint of the machine', async () => {
    t.sut.app.isManagedIdentity = true;
    const resource = encodeURIComponent('https://api.botframework.com');
    const url = `${t.sut.cloud.loginUrl}/metadata/identity/oauth2/token?api-version=2018-02-01&resource=${resource}`;
    expect((await fetch(url)).status).toBe(400);
    const answer = (await (await fetch(url, { headers: { metadata: 'true' } })).json()) as Record<
      string,
      string
    >;
    expect(decodeJwt(answer.access_token!)).toMatchObject({
      aud: 'https://api.botframework.com',
      appid: t.sut.app.appId,
    });
  });
});

describe('kinds of apps (workchat-wire 2.3, traps B and C)', () => {
  it('a single-tenant app is unknown in the directory of the bot service', async () => {
    const { status, json } = await t.login(BOT, 'botframework.com');
    expect([status, json?.error_codes]).toEqual([400, [700016]]);
  });

  it('a multi-tenant app is known there and in other tenants', async () => {
    t.sut.app.isSingleTenant = false;
    const other = t.sut.world.addTenant({ name: 'Contoso', domain: 'contoso.example' });
    expect((await t.login(BOT, 'botframework.com')).status).toBe(200);
    expect((await t.login(GRAPH, other.id)).status).toBe(200);
  });
});

describe('Graph’s check of a token', () => {
  it('refuses an expired one, one signed with a dropped key, and one for another audience', async () => {
    const { user } = t.sut.addContact('Irene Paz');
    const path = `GET /v1.0/users/${user.aadObjectId}`;
    const token = await t.token('graph');
    expect((await t.graph(path, undefined, { token })).status).toBe(200);
    t.sut.clock.advance(3600_000);
    expect((await t.graph(path, undefined, { token })).status).toBe(401);
    const fresh = await t.token('graph');
    await t.sut.directoryKeys.roll({ dropOld: true });
    expect((await t.graph(path, undefined, { token: fresh })).status).toBe(401);
    const bot = await t.graph(path, undefined, { token: await t.token('bot') });
    expect(bot.json).toMatchObject({ error: { code: 'InvalidAuthenticationToken', innerError: {} } });
  });

  it('accepts one requested by the simulated graphUrl as scope (DESIGN 6)', async () => {
    const { status, json } = await t.login({ scope: `${t.sut.cloud.graphUrl}/.default` });
    expect(status).toBe(200);
    expect(decodeJwt(String(json?.access_token)).aud).toBe('https://graph.microsoft.com');
  });
});
