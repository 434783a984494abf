import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import type { JSONWebKeySet } from 'jose';
import { START, WorkplaceSetup } from '../../../testing/workplace.js';
import type { TokenPlan } from '../../core/login/channel-signer.js';

const t = new WorkplaceSetup();
beforeEach(t.start);
afterEach(t.stop);

/** Fetches the published keys as a bot does: metadata, then `jwks_uri`. */
async function published(): Promise<JSONWebKeySet> {
  const metadata = (await (await fetch(t.sut.cloud.openIdMetadataUrl)).json()) as { jwks_uri: string };
  return (await (await fetch(metadata.jwks_uri)).json()) as JSONWebKeySet;
}

/** The reason why a correct verifier refuses the token; undefined when it accepts it. */
async function verdict(plan: TokenPlan): Promise<string | undefined> {
  const token = await t.sut.sign(t.sut.serviceUrl, plan);
  const options = {
    issuer: t.sut.cloud.tokenIssuer,
    audience: t.sut.app.appId,
    algorithms: ['RS256', 'RS384', 'RS512'],
    requiredClaims: ['exp', 'serviceurl'],
    clockTolerance: 300,
    currentDate: new Date(t.sut.clock.now()),
  };
  return jwtVerify(token, createLocalJWKSet(await published()), options).then(
    ({ payload }) => (payload.serviceurl === t.sut.serviceUrl ? undefined : 'serviceurl'),
    (error: unknown) => (error as { code: string }).code,
  );
}

describe('the token of an inbound call (workchat-wire 2.1)', () => {
  it('has the claims, the header and an endorsed key of the bot channel', async () => {
    const token = await t.sut.sign(t.sut.serviceUrl);
    const seconds = Math.floor(START / 1000);
    expect(decodeJwt(token)).toEqual({
      iss: 'https://api.botframework.com',
      aud: t.sut.app.appId,
      nbf: seconds,
      exp: seconds + 3600,
      serviceurl: t.sut.serviceUrl,
    });
    const { keys } = await published();
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', typ: 'JWT', kid: keys[0]!.kid });
    expect(keys[0]).toMatchObject({ kty: 'RSA', use: 'sig', n: expect.any(String), e: 'AQAB' });
    expect(keys[0]).toHaveProperty('endorsements', expect.arrayContaining(['msteams']));
    expect(keys[0]).not.toHaveProperty('d');
  });

  it('is described by the metadata document', async () => {
    const response = await fetch(`${t.sut.cloud.openIdMetadataUrl}?run=2`);
    expect(await response.json()).toEqual({
      issuer: 'https://api.botframework.com',
      jwks_uri: `${t.sut.cloud.loginUrl}/v1/.well-known/keys`,
      id_token_signing_alg_values_supported: ['RS256', 'RS384', 'RS512'],
    });
  });

  it.each<[string, TokenPlan]>([
    ['as it is', {}],
    ['with RS384', { algorithm: 'RS384' }],
    ['with RS512', { algorithm: 'RS512' }],
    ['expired four minutes ago', { expiresIn: -240 }],
    ['valid in four minutes', { notBefore: 240 }],
  ])('is accepted by a verifier %s', async (_name, plan) => {
    expect(await verdict(plan)).toBeUndefined();
  });

  it.each<[string, TokenPlan, string]>([
    ['bad signature', { signature: 'broken' }, 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
    [
      'a stranger’s key under a known kid',
      { signature: 'stranger', kid: 'channel-1' },
      'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
    ],
    ['no signature', { signature: 'missing' }, 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
    ['algorithm none', { algorithm: 'none' }, 'ERR_JOSE_ALG_NOT_ALLOWED'],
    ['HS256 with the public key', { algorithm: 'HS256' }, 'ERR_JOSE_ALG_NOT_ALLOWED'],
    ['unknown kid', { kid: 'nobody' }, 'ERR_JWKS_NO_MATCHING_KEY'],
    ['a stranger’s key', { signature: 'stranger' }, 'ERR_JWKS_NO_MATCHING_KEY'],
    ['wrong issuer', { issuer: 'https://evil.example' }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['wrong audience', { audience: 'another-app' }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['expired six minutes ago', { expiresIn: -360 }, 'ERR_JWT_EXPIRED'],
    ['valid in six minutes', { notBefore: 360 }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['no exp', { expiresIn: null }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['no serviceurl', { serviceUrl: null }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    ['another serviceurl', { serviceUrl: 'https://evil.example/' }, 'serviceurl'],
    [
      'a tester’s token',
      { signer: 'directory', claims: { appid: 'x', ver: '1.0' } },
      'ERR_JWKS_NO_MATCHING_KEY',
    ],
  ])('is refused by a verifier with %s', async (_name, plan, code) => {
    expect(await verdict(plan)).toBe(code);
  });

  it('can name several audiences', async () => {
    const token = await t.sut.sign(t.sut.serviceUrl, { audience: [t.sut.app.appId, 'other'] });
    expect(decodeJwt(token).aud).toEqual([t.sut.app.appId, 'other']);
  });
});

describe('keys (workchat-wire 2.1, 2.7)', () => {
  it('roll over: old tokens hold while their key is published', async () => {
    const old = await t.sut.sign(t.sut.serviceUrl);
    await t.sut.channelKeys.roll();
    const currentDate = new Date(t.sut.clock.now());
    await expect(
      jwtVerify(old, createLocalJWKSet(await published()), { currentDate }),
    ).resolves.toBeDefined();
    expect(await verdict({})).toBeUndefined();
    await t.sut.channelKeys.roll({ dropOld: true });
    const refused = jwtVerify(old, createLocalJWKSet(await published()), { currentDate });
    await expect(refused).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  });

  it('can be unavailable, both the metadata and the key set', async () => {
    t.sut.faults.keys.next({ kind: 'cut' }).next({ kind: 'answer', answer: { status: 503 } });
    await expect(published()).rejects.toThrow();
    expect((await fetch(`${t.sut.cloud.loginUrl}/v1/.well-known/keys`)).status).toBe(503);
    expect((await published()).keys).toHaveLength(1);
  });

  it('can be endorsed for other channels, or have no endorsements', async () => {
    t.sut.channelKeys.endorsements = ['webchat'];
    expect((await published()).keys[0]).toMatchObject({ endorsements: ['webchat'] });
    const next = await t.sut.channelKeys.roll();
    t.sut.channelKeys.endorse(next, ['msteams']);
    expect((await published()).keys).toMatchObject([
      { endorsements: ['webchat'] },
      { endorsements: ['msteams'] },
    ]);
    t.sut.channelKeys.endorsements = null;
    expect((await published()).keys[0]).not.toHaveProperty('endorsements');
  });
});

describe('raw posts (workchat-wire 2.2)', () => {
  const activity = { type: 'message', id: '1', channelId: 'msteams' };

  it('carry a signed token, another authorization header, or none', async () => {
    await t.sut.post(activity);
    await t.sut.post(activity, { authorization: 'bearer lower-case' });
    await t.sut.post(activity, { token: null, headers: { 'x-more': '1' } });
    const headers = t.bot.received.map((each) => each.headers);
    expect(headers[0]!.authorization).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
    expect(headers[1]!.authorization).toBe('bearer lower-case');
    expect(headers[2]).not.toHaveProperty('authorization');
    expect(headers[2]).toMatchObject({ 'x-more': '1', 'content-type': 'application/json; charset=utf-8' });
  });

  it('return the bot’s answer, and are not repeated', async () => {
    t.bot.replies.push({ status: 503 }, { status: 401, json: { error: 'Unauthorized' } });
    expect(await t.sut.post(activity)).toMatchObject({ status: 503, json: undefined });
    expect(await t.sut.post(activity, { token: { signature: 'broken' } })).toMatchObject({
      status: 401,
      json: { error: 'Unauthorized' },
    });
    expect(t.bot.received).toHaveLength(2);
  });
});
