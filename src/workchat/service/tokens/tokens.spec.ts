import type { PlatformCall } from '../http.js';
import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '../../../../test/support/certificate.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { type HttpOutcome } from '../../../channels/kit/index.js';
import { AuthConfig } from '../../settings/auth-config.js';
import { type CloudName, cloudOf } from '../../settings/cloud.js';
import type { Credentials } from '../../settings/settings.js';
import { AccessTokens, tokenSourceFor } from './access-tokens.js';
import type { NoToken } from './token-source.js';

const APP = '5c1f0a7e-2b34-4d8e-9a61-7e0d3c5b8f21';
const TENANT = 'a9d4e3b2-17c6-4f05-8b3e-60d2f1c7a854';
const SCOPE = 'https://api.botframework.com';

const answer = (status: number, json: unknown): HttpOutcome => ({
  kind: 'answered',
  status,
  headers: {},
  json,
});
const GIVEN = answer(200, { access_token: 'token-1', expires_in: 3600 });

/** Tokens by that authentication; every call is kept, and answered in turn. */
function tokensBy(auth: Partial<AuthConfig>, ...answers: HttpOutcome[]) {
  return tokensIn('public', auth, answers);
}

function tokensIn(cloud: CloudName, auth: Partial<AuthConfig>, answers: HttpOutcome[]) {
  const calls: PlatformCall[] = [];
  const clock = new FakeClock();
  const credentials: Credentials = {
    appId: APP,
    tenantId: TENANT,
    appPassword: 'app secret',
    auth: Object.assign(new AuthConfig(), auth),
  };
  const call = (each: PlatformCall) => {
    calls.push(each);
    return Promise.resolve(answers.shift() ?? GIVEN);
  };
  const tokens = new AccessTokens(tokenSourceFor(credentials, cloudOf(cloud), clock, call), clock);
  const forms = () => calls.map(({ body }) => Object.fromEntries(body as URLSearchParams));
  return { tokens, calls, clock, forms };
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'workchat-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('a token is requested by a client secret, in the tenant of the app', async () => {
  const { tokens, calls, forms } = tokensBy({});
  expect(await tokens.get(SCOPE)).toBe('token-1');
  expect(calls[0]).toMatchObject({
    method: 'POST',
    url: `https://login.microsoftonline.com/${TENANT}/oauth2/v2.0/token`,
  });
  expect(forms()).toEqual([
    {
      grant_type: 'client_credentials',
      client_id: APP,
      client_secret: 'app secret',
      scope: `${SCOPE}/.default`,
    },
  ]);
});

it('a token is requested by a certificate, with a signed assertion', async () => {
  const { certFile: certificateFile, keyFile: privateKeyFile } = makeCertificate(folder, 'bot', 'rsa');
  const { tokens, forms } = tokensBy({ type: 'certificate', certificateFile, privateKeyFile });
  await tokens.get(SCOPE);
  const { client_assertion = '', client_assertion_type } = forms()[0]!;
  expect(client_assertion_type).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
  const [header = '', claims = '', signature = ''] = client_assertion.split('.');
  const key = {
    key: createPublicKey(
      new X509Certificate(readFileSync(certificateFile)).publicKey.export({ type: 'spki', format: 'pem' }),
    ),
    padding: 6,
    saltLength: 32,
  };
  expect(verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(
    true,
  );
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    iss: APP,
    sub: APP,
    aud: `https://login.microsoftonline.com/${TENANT}/oauth2/v2.0/token`,
  });
  const broken = tokensBy({ type: 'certificate', certificateFile: privateKeyFile, privateKeyFile });
  await expect(broken.tokens.get(SCOPE)).rejects.toMatchObject({ kind: 'refused' });
});

it('a token is requested by a federated token, as its file has it at the moment', async () => {
  const tokenFile = join(folder, 'token');
  const { tokens, clock, forms } = tokensBy({ type: 'federated', tokenFile });
  await expect(tokens.get(SCOPE)).rejects.toThrow('the federated token cannot be read');
  writeFileSync(tokenFile, 'one\n');
  await tokens.get(SCOPE);
  writeFileSync(tokenFile, 'two\n');
  clock.advance(3_600_000);
  await tokens.get(SCOPE);
  expect(forms().map(({ client_assertion }) => client_assertion)).toEqual(['one', 'two']);
});

it('a token is requested by a managed identity, exchanged or used directly', async () => {
  const identityToken = answer(200, { access_token: 'identity', expires_in: '3600' });
  const exchanged = tokensBy({ type: 'federated', managedIdentityClientId: 'mi-1' }, identityToken);
  expect(await exchanged.tokens.get(SCOPE)).toBe('token-1');
  const asked = new URL(exchanged.calls[0]!.url);
  expect([asked.origin, asked.searchParams.get('resource'), asked.searchParams.get('client_id')]).toEqual([
    'http://169.254.169.254',
    'api://AzureADTokenExchange',
    'mi-1',
  ]);
  expect(exchanged.calls[0]!.headers).toEqual({ Metadata: 'true' });
  expect(Object.fromEntries(exchanged.calls[1]!.body as URLSearchParams)).toMatchObject({
    client_assertion: 'identity',
  });

  // Each cloud knows the exchange by a name of its own.
  for (const [cloud, name] of [
    ['usgov', 'USGov'],
    ['china', 'China'],
  ] as const) {
    const there = tokensIn(cloud, { type: 'federated', managedIdentityClientId: 'mi-1' }, [identityToken]);
    await there.tokens.get(SCOPE);
    expect(new URL(there.calls[0]!.url).searchParams.get('resource')).toBe(
      `api://AzureADTokenExchange${name}`,
    );
  }

  const own = {
    type: 'managed-identity',
    identityEndpoint: 'http://127.0.0.1:1/token',
    identityHeader: 'h',
  } as const;
  const direct = tokensBy(own, answer(200, { access_token: 'direct', expires_on: '9999999999' }));
  expect(await direct.tokens.get(SCOPE)).toBe('direct');
  expect(new URL(direct.calls[0]!.url).searchParams.get('resource')).toBe(SCOPE);
  expect(direct.calls[0]!.headers).toEqual({ 'X-IDENTITY-HEADER': 'h' });
});

it('a token is requested once, kept while it is valid, and requested again when it was refused', async () => {
  const { tokens, calls, clock } = tokensBy({});
  await Promise.all([tokens.get(SCOPE), tokens.get(SCOPE)]);
  clock.advance(3_600_000 - 300_001);
  await tokens.get(SCOPE);
  expect(calls).toHaveLength(1);
  clock.advance(2);
  await tokens.get(SCOPE);
  tokens.drop(SCOPE, 'another');
  await tokens.get(SCOPE);
  expect(calls).toHaveLength(2);
  tokens.drop(SCOPE, 'token-1');
  await tokens.get(SCOPE);
  expect(calls).toHaveLength(3);
});

it.each([
  [
    answer(401, { error_codes: [7000215], error_description: 'AADSTS7000215: app secret' }),
    'refused',
    'its value, not its ID',
  ],
  [answer(400, { error_codes: [700016] }), 'refused', 'check `appId` and `tenantId`'],
  [answer(400, { error: 'invalid_scope' }), 'refused', 'HTTP 400 invalid_scope'],
  [answer(503, 'nonsense'), 'unreachable', 'HTTP 503'],
  [answer(302, undefined), 'unreachable', 'HTTP 302'],
  [
    { kind: 'unreachable', detail: 'ECONNREFUSED' } as const,
    'unreachable',
    'the directory cannot be reached: ECONNREFUSED',
  ],
])('a refused token is reported with its cause: %j', async (outcome, kind, words) => {
  const { tokens } = tokensBy({}, outcome);
  const error = await tokens.get(SCOPE).catch((thrown: unknown) => thrown as NoToken);
  expect(error).toMatchObject({ kind, message: expect.stringContaining(words) as string });
  expect(String(error)).not.toContain('app secret');
  expect(await tokens.get(SCOPE)).toBe('token-1');
});
