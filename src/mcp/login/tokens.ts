import * as sdk from '@modelcontextprotocol/client';
import type { OAuthTokens } from '@modelcontextprotocol/client';
import { McpFailure } from '../connection/mcp-connection.js';
import type { Network } from '../connection/server-fetch.js';
import type { BegunLogin, LoginParty, LoginTokens } from './login.js';
import { LoginRefused, OTHER_ISSUER, throughGuard } from './login-fetch.js';

/** New tokens are fetched so long before the old ones end, ms; those that live shortly, in the last quarter of their life. */
const EARLY_MS = 60_000;
const EARLY_PART = 4;

/** The surroundings of a step. */
export interface StepOptions {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly network?: Network | undefined;
}

/**
 * Whether the way back comes from the authorization server that was asked (RFC 9207).
 * @param iss the issuer that the way back names
 * @throws McpFailure
 */
export function checkIssuer({ party }: BegunLogin, iss: string | undefined): void {
  const { issuer, authorization_response_iss_parameter_supported: isSupported = false } = party.metadata;
  const isMissing = iss === undefined && isSupported;
  if (isMissing || (iss !== undefined && iss !== issuer)) throw new McpFailure('refused', OTHER_ISSUER);
}

/**
 * Exchanges the code of a login for tokens.
 * @throws McpFailure, LoginRefused
 */
export function exchangeCode(
  { party, verifier, redirectUri, scope }: BegunLogin,
  { code, iss }: { readonly code: string; readonly iss: string | undefined },
  { now, network }: StepOptions,
): Promise<LoginTokens> {
  return throughGuard(addressOf(party), network, async (fetchFn) => {
    const answer = await sdk.exchangeAuthorization(party.metadata.issuer, {
      metadata: { ...party.metadata },
      clientInformation: party.client,
      resource: party.resource,
      authorizationCode: code,
      iss,
      codeVerifier: verifier,
      redirectUri,
      fetchFn,
    });
    return tokensIn({ scope, ...answer }, now);
  });
}

/**
 * Exchanges a refresh token for new tokens; it is worth nothing afterwards where the server rotates them.
 * @throws McpFailure, LoginRefused
 */
export function refreshTokens(
  party: LoginParty,
  { refreshToken, scope }: { readonly refreshToken: string; readonly scope?: string | undefined },
  { now, network }: StepOptions,
): Promise<LoginTokens> {
  return throughGuard(addressOf(party), network, async (fetchFn) => {
    const answer = await sdk.refreshAuthorization(party.metadata.issuer, {
      metadata: { ...party.metadata },
      clientInformation: party.client,
      resource: party.resource,
      refreshToken,
      fetchFn,
    });
    return tokensIn({ scope, ...answer }, now);
  });
}

/**
 * Tells the authorization server that the tokens are not used any more (RFC 7009).
 * @returns false when it takes no such word
 * @throws McpFailure, LoginRefused
 */
export async function revokeTokens(
  party: LoginParty,
  { accessToken, refreshToken }: LoginTokens,
  network?: Network,
): Promise<boolean> {
  const { revocation_endpoint: endpoint } = party.metadata;
  if (endpoint === undefined) return false;
  await throughGuard(addressOf(party), network, async (fetchFn) => {
    for (const [kind, token] of [
      ['refresh_token', refreshToken],
      ['access_token', accessToken],
    ] as const) {
      if (token === undefined) continue;
      const body = new URLSearchParams({ token, token_type_hint: kind });
      const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' });
      identify(party, headers, body);
      const answer = await fetchFn(endpoint, { method: 'POST', headers, body });
      await answer.text();
      if (!answer.ok) throw new LoginRefused(`HTTP ${answer.status}`);
    }
  });
  return true;
}

/** Says who asks, in the way that the token endpoint takes. */
function identify({ client, metadata }: LoginParty, headers: Headers, body: URLSearchParams): void {
  const { client_id: id, client_secret: secret = '' } = client;
  const method = sdk.selectClientAuthMethod(client, metadata.token_endpoint_auth_methods_supported ?? []);
  if (method === 'client_secret_basic') {
    headers.set('authorization', `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`);
    return;
  }
  body.set('client_id', id);
  if (method === 'client_secret_post') body.set('client_secret', secret);
}

const addressOf = ({ url, configuredIssuer }: LoginParty) => ({ url, issuer: configuredIssuer });

function tokensIn(answer: OAuthTokens, now: number): LoginTokens {
  if (answer.token_type.toLowerCase() !== 'bearer')
    throw new McpFailure('bad-answer', 'its authorization server does not issue bearer tokens');
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = answer;
  const lifeMs = seconds === undefined ? undefined : seconds * 1_000;
  return {
    accessToken,
    refreshToken,
    scope,
    ...(lifeMs !== undefined && {
      expiresAt: now + lifeMs,
      refreshAt: now + lifeMs - Math.min(EARLY_MS, lifeMs / EARLY_PART),
    }),
  };
}
