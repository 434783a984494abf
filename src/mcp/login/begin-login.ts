import * as sdk from '@modelcontextprotocol/client';
import type { FetchLike, OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/client';
import { McpFailure } from '../connection/mcp-connection.js';
import type { Network } from '../connection/server-fetch.js';
import {
  allScopes,
  type BegunLogin,
  fitScope,
  type LoginClient,
  type LoginMetadata,
  type LoginSettings,
} from './login.js';
import { byHand, cleaned, OTHER_ISSUER, throughGuard } from './login-fetch.js';

/** This gateway as it presents itself to authorization servers (RFC 7591). */
interface ClientDescription {
  readonly client_name: string;
  readonly redirect_uris: string[];
  readonly grant_types: string[];
  readonly response_types: string[];
  readonly token_endpoint_auth_method: string;
}

/** A public program: PKCE proves that the tokens go to the program that asked. */
export const clientDescription = (redirectUri: string): ClientDescription => ({
  client_name: 'Gatehouse',
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
});

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
 * Finds the authorization server of an MCP server, registers this gateway there if need be, and makes the address at
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
    const discovered = await discover(server, wanted, fetchFn);
    const provider = new BeginningProvider(server, wanted, discovered);
    await sdk.auth(provider, {
      // The address by which the server itself names the resource.
      serverUrl: discovered.resourceMetadata?.resource ?? url,
      scope: allScopes(server.scope ?? fitScope(wanted.challenge?.scope), wanted.scope),
      fetchFn,
    });
    return provider;
  });
  const { address, verifier, client, discovered, resource } = found;
  if (!address || !client) throw new McpFailure('bad-answer', NO_METADATA);
  checkPage(address, issuer);
  const metadata = neededOf(discovered.authorizationServerMetadata);
  return {
    address: address.href,
    redirectUri: wanted.redirectUri,
    verifier,
    scope: address.searchParams.get('scope') ?? undefined,
    party: { url, configuredIssuer: issuer, client, metadata, resource },
  };
}

/** What a server and its authorization server say of themselves. */
interface Discovered extends OAuthDiscoveryState {
  readonly authorizationServerMetadata: Metadata;
}
type Metadata = NonNullable<OAuthDiscoveryState['authorizationServerMetadata']>;

/** Not by the SDK's own walk, which drops metadata that it cannot read without a word, and looks elsewhere. */
async function discover(
  server: Server,
  { challenge, clientMetadataUrl, redirectUri }: WantedLogin,
  fetchFn: FetchLike,
): Promise<Discovered> {
  const { url, issuer } = server;
  let problem: unknown;
  const resourceMetadataUrl = challenge?.resourceMetadataUrl?.href;
  const resourceMetadata = await sdk
    .discoverOAuthProtectedResourceMetadata(url, { resourceMetadataUrl }, fetchFn)
    .catch((error: unknown) => void (problem = error));
  if (resourceMetadata) checkResource(url, resourceMetadata.resource);
  const named = issuer ?? resourceMetadata?.authorization_servers?.[0];
  // The oldest MCP servers are their own authorization servers.
  const asked = named ?? new URL('/', url).href;
  const found = await metadataOf(asked, fetchFn);
  if (!found && resourceMetadata === undefined && isUnreadable(problem)) throw problem;
  const authorizationServerMetadata = checked(found);
  const isKnown = authorizationServerMetadata.client_id_metadata_document_supported === true;
  const isRegistering = server.clientId === undefined && !(isKnown && clientMetadataUrl !== undefined);
  if (isRegistering && authorizationServerMetadata.registration_endpoint === undefined)
    throw new McpFailure(
      'refused',
      `its authorization server offers no registration: ${byHand(redirectUri)}`,
    );
  const authorizationServerUrl = authorizationServerMetadata.issuer;
  return {
    authorizationServerUrl,
    authorizationServerMetadata,
    resourceMetadata: resourceMetadata ?? undefined,
  };
}

const isUnreadable = (error: unknown): error is Error =>
  error instanceof Error && ('issues' in error || error.name === 'SyntaxError');

/** A token for another resource would be worth nothing here, or too much there (RFC 9728 3.3). A slash at the end is none. */
function checkResource(url: string, resource: string): void {
  const requested = new URL(url);
  if (!requested.pathname.endsWith('/')) requested.pathname += '/';
  if (sdk.checkResourceAllowed({ requestedResource: requested, configuredResource: resource })) return;
  throw new McpFailure(
    'refused',
    `its metadata belong to ${cleaned(resource)}, not to ${url}: set \`url\` to the address that the server uses for itself, or change it on the server`,
  );
}

/**
 * The metadata of an authorization server, whose issuer has to be the one that was asked (RFC 8414 3.3). One with a slash at
 * the end has the same document as one without.
 */
async function metadataOf(asked: string, fetchFn: FetchLike): Promise<Metadata | undefined> {
  try {
    return await sdk.discoverAuthorizationServerMetadata(asked, { fetchFn });
  } catch (error) {
    if (!(error instanceof sdk.IssuerMismatchError)) throw error;
    const { received = '' } = error;
    if (received === `${asked}/`) return sdk.discoverAuthorizationServerMetadata(received, { fetchFn });
    const both = `it calls itself ${cleaned(received)}, but ${cleaned(asked)} was called`;
    throw new McpFailure('refused', `${OTHER_ISSUER}: ${both}`, { cause: error });
  }
}

const NO_METADATA = 'it does not publish authorization server metadata, so login is not possible';
const NO_PKCE = 'its authorization server does not announce support for PKCE with S256';

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
  client: LoginClient | undefined;
  address: URL | undefined;
  resource: string | undefined;
  verifier = '';

  constructor(
    server: Server,
    private readonly wanted: WantedLogin,
    readonly discovered: Discovered,
  ) {
    this.client = clientOf(server);
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
    throw new TypeError('a login that has just started has no tokens');
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

  discoveryState(): Discovered {
    return this.discovered;
  }
}

/** A secret is for the authorization server that an operator named, whatever the server's own metadata says. */
function clientOf({ url, clientId, clientSecret, issuer }: Server): LoginClient | undefined {
  if (clientId === undefined) return undefined;
  if (clientSecret === undefined) return { client_id: clientId };
  return { client_id: clientId, client_secret: clientSecret, issuer: issuer ?? new URL(url).origin };
}

function checked(metadata: Metadata | undefined): Metadata {
  if (!metadata) throw new McpFailure('bad-answer', NO_METADATA);
  // A client must not continue without it (authorization of the protocol, 2025-11-25 and later).
  if (!metadata.code_challenge_methods_supported?.includes('S256'))
    throw new McpFailure('bad-answer', NO_PKCE);
  return metadata;
}

/** The part of the metadata that is needed later; the rest may be of any size. */
function neededOf(metadata: Metadata): LoginMetadata {
  const { issuer, authorization_endpoint, token_endpoint, response_types_supported } = metadata;
  return {
    issuer,
    authorization_endpoint,
    token_endpoint,
    response_types_supported,
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
