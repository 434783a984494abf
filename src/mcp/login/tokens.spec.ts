import { AuthorizationServer } from '../testing/authorization-server.js';
import type { BegunLogin, LoginParty } from './login.js';
import { exchangeCode, refreshTokens } from './tokens.js';

const REDIRECT = 'https://chat.example.org/mcp/callback';
/** The verifier of RFC 7636, appendix B, and its challenge. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const STEP = { now: 1_000_000 };

let authority: AuthorizationServer;
beforeEach(async () => (authority = await AuthorizationServer.start()));
afterEach(() => authority.stop());

const party = (): LoginParty => ({
  url: `${authority.url}/mcp`,
  configuredIssuer: authority.url,
  client: { client_id: 'ours' },
  metadata: {
    issuer: authority.url,
    authorization_endpoint: `${authority.url}/authorize`,
    token_endpoint: `${authority.url}/token`,
    response_types_supported: ['code'],
  },
});
const begun = (): BegunLogin => ({
  party: party(),
  redirectUri: REDIRECT,
  verifier: VERIFIER,
  scope: 'read',
});
/** A person says yes, and the code is exchanged. */
const exchanged = async () => {
  const asked = { redirect_uri: REDIRECT, code_challenge: CHALLENGE, scope: 'read', state: 's' };
  const back = await authority.agree(`${authority.url}/authorize?${new URLSearchParams(asked).toString()}`);
  const { code, iss } = Object.fromEntries(back.searchParams) as { code: string; iss: string };
  return exchangeCode(begun(), { code, iss }, STEP);
};

describe('the tokens of an authorization server', () => {
  it.each([
    ['a scope that is a list', { scope: ['read', 'write'] }, { scope: 'read write' }],
    ['a scope that is null', { scope: null }, { scope: 'read' }],
    ['a life that is a text', { expires_in: '3600' }, { expiresAt: 4_600_000 }],
    [
      'a life that is null',
      { expires_in: null, refresh_token: null, id_token: null },
      { refreshToken: undefined },
    ],
    [
      'a kind in capitals',
      { token_type: 'BEARER' },
      { accessToken: expect.stringMatching(/^access-/) as string },
    ],
  ])('are taken with %s', async (_, tokens, right) => {
    authority.tokens = tokens;
    expect(await exchanged()).toMatchObject(right);
  });

  it('are refused without what the protocol wants, which is named', async () => {
    authority.tokens = { token_type: undefined };
    await expect(exchanged()).rejects.toThrow(/has no usable token_type$/);
  });

  it.each([
    ['rotates', {}, false],
    ['is kept without another', { refresh_token: undefined }, true],
    ['is kept where the other is null', { refresh_token: null }, true],
    ['is kept where the other is empty', { refresh_token: '' }, true],
  ])('have a refresh token that %s', async (_, tokens, isKept) => {
    const { refreshToken = '' } = await exchanged();
    authority.tokens = tokens;
    const renewed = await refreshTokens(party(), { refreshToken, scope: 'read' }, STEP);
    expect(renewed.refreshToken === refreshToken).toBe(isKept);
    expect(renewed.refreshToken).toMatch(/^refresh-/);
  });

  it.each([
    ['is kept where the answer names none', { scope: undefined }, 'read'],
    ['is kept where it is null', { scope: null }, 'read'],
    ['is that of the answer', { scope: 'write' }, 'write'],
  ])('have a scope that %s, at the login and when they are renewed', async (_, tokens, scope) => {
    authority.tokens = tokens;
    const first = await exchanged();
    const { refreshToken = '' } = first;
    const renewed = await refreshTokens(party(), { refreshToken, scope: 'read' }, STEP);
    expect([first.scope, renewed.scope]).toEqual([scope, scope]);
  });
});
