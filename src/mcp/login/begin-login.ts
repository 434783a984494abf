import * as sdk from '@modelcontextprotocol/client';
import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/client';
import { McpFailure } from '../connection/mcp-connection.js';
import type { Network } from '../connection/server-fetch.js';
import { clientDescription } from './client-description.js';
import {
  allScopes,
  type BegunLogin,
  fitScope,
  type LoginClient,
  type LoginMetadata,
  type LoginSettings,
} from './login.js';
import { throughGuard } from './login-fetch.js';

/** A server's answer to a call without a token (RFC 6750, 9728). */
export interface Challenge {
  readonly resourceMetadataUrl?: URL | undefined;
  readonly scope?: string | undefined;
}

/** The parameters of a new login. */
export interface WantedLogin {
  readonly state: string;
  readonly redirectUri: string;
  /** The address of our own description, where others can read it. */
  readonly clientMetadataUrl?: string | undefined;
  readonly challenge?: Challenge | undefined;
  /** A scope that is asked for besides that of the server. */
  readonly scope?: string | undefined;
}

type Server = LoginSettings & { readonly url: string };

/**
 * Finds the authorization server of a server of tools, registers this gateway there if need be, and makes the address at
 * which a person logs in (OAuth 2.1 with PKCE).
 * @throws McpFailure, LoginRefused
 */
export async function beginLogin(
  server: Server,
  wanted: WantedLogin,
  network?: Network,
): Promise<BegunLogin & { readonly address: string }> {
  const { url, issuer } = server;
  const found = await throughGuard({ url, issuer }, network, async (fetchFn) => {
    const provider = new BeginningProvider(server, wanted);
    await sdk.auth(provider, {
      serverUrl: url,
      scope: allScopes(server.scope ?? fitScope(wanted.challenge?.scope), wanted.scope),
      resourceMetadataUrl: wanted.challenge?.resourceMetadataUrl,
      fetchFn,
    });
    return provider;
  });
  const { address, verifier, client, metadata, resource } = found;
  if (!address || !client || !metadata) throw new McpFailure('bad-answer', NO_METADATA);
  checkPage(address, issuer);
  return {
    ...{ address: address.href, redirectUri: wanted.redirectUri, verifier },
    scope: address.searchParams.get('scope') ?? undefined,
    party: { url, configuredIssuer: issuer, client, metadata, resource },
  };
}

const NO_METADATA = 'it publishes no metadata of an authorization server, so nobody can log in';
const NO_PKCE = 'its authorization server does not say that it protects logins by PKCE with S256';

/** A browser goes there: nothing but a page of the authorization server may be behind it. */
function checkPage({ protocol, origin }: URL, issuer: string | undefined): void {
  const isOfOperator = issuer !== undefined && new URL(issuer).origin === origin;
  if (protocol !== 'https:' && !isOfOperator)
    throw new McpFailure('refused', `people would log in at ${origin}, which is not https`);
}

/** Keeps what the SDK finds out until it has the address at which a person logs in. */
class BeginningProvider implements OAuthClientProvider {
  readonly clientMetadataUrl?: string;
  readonly saveClientInformation?: (client: LoginClient) => void;
  readonly discoveryState?: () => OAuthDiscoveryState;
  client: LoginClient | undefined;
  address: URL | undefined;
  metadata: LoginMetadata | undefined;
  resource: string | undefined;
  verifier = '';

  constructor(
    server: Server,
    private readonly wanted: WantedLogin,
  ) {
    this.client = clientOf(server);
    const { issuer } = server;
    if (issuer !== undefined) this.discoveryState = () => ({ authorizationServerUrl: issuer });
    if (wanted.clientMetadataUrl !== undefined) this.clientMetadataUrl = wanted.clientMetadataUrl;
    // Where an operator has registered this gateway, the SDK registers nothing in its place.
    if (!this.client) this.saveClientInformation = (client) => void (this.client = client);
  }

  get redirectUrl(): string {
    return this.wanted.redirectUri;
  }

  get clientMetadata() {
    return clientDescription(this.wanted.redirectUri);
  }

  state(): string {
    return this.wanted.state;
  }

  clientInformation(): LoginClient | undefined {
    return this.client;
  }

  tokens(): undefined {
    return undefined;
  }

  saveTokens(): void {
    throw new TypeError('the beginning of a login has no tokens');
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  codeVerifier(): string {
    return this.verifier;
  }

  redirectToAuthorization(address: URL): void {
    this.address = address;
  }

  saveResourceUrl(resource: string): void {
    this.resource = resource;
  }

  saveDiscoveryState({ authorizationServerMetadata }: OAuthDiscoveryState): void {
    this.metadata = checked(authorizationServerMetadata);
  }
}

/** A secret is for the authorization server that an operator named, whatever the server's own metadata says. */
function clientOf({ url, clientId, clientSecret, issuer }: Server): LoginClient | undefined {
  if (clientId === undefined) return undefined;
  if (clientSecret === undefined) return { client_id: clientId };
  return { client_id: clientId, client_secret: clientSecret, issuer: issuer ?? new URL(url).origin };
}

/** The part of the metadata that is needed later; the rest may be of any size. */
function checked(metadata: OAuthDiscoveryState['authorizationServerMetadata']): LoginMetadata {
  if (!metadata) throw new McpFailure('bad-answer', NO_METADATA);
  // A client must not go on without it (authorization of the protocol, 2025-11-25 and later).
  if (!metadata.code_challenge_methods_supported?.includes('S256'))
    throw new McpFailure('bad-answer', NO_PKCE);
  const { issuer, authorization_endpoint, token_endpoint, response_types_supported } = metadata;
  return {
    ...{ issuer, authorization_endpoint, token_endpoint, response_types_supported },
    revocation_endpoint: textIn(metadata, 'revocation_endpoint'),
    token_endpoint_auth_methods_supported: metadata.token_endpoint_auth_methods_supported,
    authorization_response_iss_parameter_supported:
      metadata.authorization_response_iss_parameter_supported === true,
  };
}

/** OpenID metadata have it too, although the SDK does not list it there. */
function textIn(metadata: object, key: string): string | undefined {
  const value: unknown = Reflect.get(metadata, key);
  return typeof value === 'string' ? value : undefined;
}
