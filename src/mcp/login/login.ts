import { createHash } from 'node:crypto';
import type { McpServerConfig } from '../../config/index.js';

/** A program at an authorization server: this gateway as it was registered there. */
export interface LoginClient {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly token_endpoint_auth_method?: string;
  /** The only authorization server that may see the secret. */
  readonly issuer?: string;
}

/** The authorization server of a login, and this gateway there. */
export interface LoginParty {
  /** The address of the MCP server. */
  readonly url: string;
  /** The authorization server that an operator wrote. */
  readonly configuredIssuer?: string | undefined;
  readonly client: LoginClient;
  /** Its metadata (RFC 8414), as far as it is needed after the beginning. */
  readonly metadata: LoginMetadata;
  /** The resource that tokens are for (RFC 8707). */
  readonly resource?: string | undefined;
}

export interface LoginMetadata {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly response_types_supported: string[];
  readonly revocation_endpoint?: string | undefined;
  readonly token_endpoint_auth_methods_supported?: string[] | undefined;
  readonly authorization_response_iss_parameter_supported?: boolean | undefined;
}

/** Tokens as they are used. */
export interface LoginTokens {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  readonly scope?: string | undefined;
  /** When new ones are fetched, and when this one ends, epoch milliseconds; undefined when the server does not say. */
  readonly refreshAt?: number | undefined;
  readonly expiresAt?: number | undefined;
}

/** The beginning of a login: what the way back from the authorization server needs. */
export interface BegunLogin {
  readonly party: LoginParty;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly scope?: string | undefined;
}

/** Whether a person can log in to a server for this gateway. */
export const takesLogin = ({ url, token, clientSecret, login }: LoginSettings): boolean =>
  url !== undefined && token === undefined && (clientSecret === undefined || login);

export type LoginSettings = Pick<
  McpServerConfig,
  'url' | 'token' | 'clientId' | 'clientSecret' | 'issuer' | 'scope' | 'login'
>;

/** Equal while a login is for this server and for what this gateway is there. */
export const loginOrigin = ({ url, clientId, issuer }: LoginSettings): string =>
  createHash('sha256')
    .update(JSON.stringify([url, clientId, issuer]))
    .digest('hex');

/** The scopes of all, each once, in the form of one scope; undefined for none. */
export function allScopes(...scopes: readonly (string | null | undefined)[]): string | undefined {
  const all = new Set(scopes.flatMap((scope) => scope?.split(' ') ?? []).filter((each) => each !== ''));
  return all.size === 0 ? undefined : [...all].join(' ');
}

/** Characters of a scope that a server may ask for (RFC 6749 3.3). */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;
const MAX_SCOPE_CHARS = 1_000;

/** A scope of a server's, unless it is none that could be asked for. */
export const fitScope = (scope: string | undefined): string | undefined =>
  scope !== undefined && scope.length <= MAX_SCOPE_CHARS && SCOPE.test(scope) ? scope : undefined;

/** The sealed part of a login. */
export interface SealedLogin {
  readonly party: LoginParty;
  readonly tokens: LoginTokens;
}

/** The place of a sealed login: that of another server does not open there. */
export const loginPlace = (server: string, origin: string): string => `mcp_logins ${server} ${origin}`;

/** The place of the beginning of a login. */
export const attemptPlace = (id: string): string => `mcp_login_attempts ${id}`;
