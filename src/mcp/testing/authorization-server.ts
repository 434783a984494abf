import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { HttpMcpServer } from './http-server.js';

type Json = Readonly<Record<string, unknown>>;

interface Grant {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly resource: string | undefined;
}

/** An OAuth 2.1 authorization server with PKCE and refresh tokens that work once, whose answers a test decides. */
export class AuthorizationServer {
  /** All requests, as `POST /token refresh_token`. */
  readonly requests: string[] = [];
  readonly registered: Json[] = [];
  readonly revoked: string[] = [];
  /** Bodies of calls of the token endpoint. */
  readonly tokenCalls: URLSearchParams[] = [];
  /** Access tokens that MCP servers take. */
  readonly valid = new Set<string>();
  /** Replaces fields of the metadata; undefined leaves one out. */
  metadata: Json = {};
  /** Replaces fields of the tokens that it gives; undefined leaves one out. */
  tokens: Json = {};
  /** The issuer that it names on the way back. */
  iss: string | undefined;
  expiresIn: number | undefined = 3_600;
  /** Takes a request over before anything else when it returns true. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  private readonly codes = new Map<string, Grant>();
  /** Refresh tokens with their scope; a used one is kept, because to see it again ends its family. */
  private readonly families = new Map<string, { scope: string; isUsed: boolean }>();
  private readonly server = createServer((request, response) => void this.answer(request, response));

  static async start(): Promise<AuthorizationServer> {
    const own = new AuthorizationServer();
    await new Promise<void>((done) => own.server.listen(0, '127.0.0.1', done));
    own.iss = own.url;
    return own;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Breaks off what is under way. */
  closeConnections(): void {
    this.server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.closeConnections();
    await new Promise((done) => this.server.close(done));
  }

  /** A person logs in at the address, and says yes. */
  async agree(address: string): Promise<URL> {
    const answer = await fetch(address, { redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '');
  }

  /** Makes an MCP server take the tokens of this one only. */
  protect(server: HttpMcpServer, { scope = 'read', issuer = this.url } = {}): void {
    const own = new URL(server.url);
    const path = `/.well-known/oauth-protected-resource${own.pathname}`;
    server.intercept = (request, response) => {
      if (request.url === path) {
        json(response, 200, { resource: server.url, authorization_servers: [issuer] });
        return true;
      }
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      if (this.valid.has(token)) return false;
      const challenge = `Bearer resource_metadata="${own.origin}${path}", scope="${scope}"`;
      response.writeHead(401, { 'www-authenticate': challenge }).end();
      return true;
    };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.intercept(request, response)) return;
    const url = new URL(request.url ?? '', this.url);
    const body = await text(request);
    const form = new URLSearchParams(url.pathname === '/register' ? '' : body);
    this.requests.push([request.method, url.pathname, form.get('grant_type')].filter(Boolean).join(' '));
    switch (url.pathname) {
      case '/.well-known/oauth-authorization-server': {
        json(response, 200, this.published());
        return;
      }
      case '/register':
        this.registered.push(JSON.parse(body) as Json);
        {
          json(response, 201, {
            ...(JSON.parse(body) as Json),
            client_id: `client-${this.registered.length}`,
          });
          return;
        }
      case '/authorize':
        return void response.writeHead(302, { location: this.wayBack(url.searchParams) }).end();
      case '/token':
        this.tokenCalls.push(form);
        {
          this.token(form, response);
          return;
        }
      case '/revoke':
        this.revoked.push(form.get('token') ?? '');
        return void response.writeHead(200).end();
      default:
        response.writeHead(404).end();
    }
  }

  private published(): Json {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      registration_endpoint: `${this.url}/register`,
      revocation_endpoint: `${this.url}/revoke`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      ...this.metadata,
    };
  }

  private wayBack(asked: URLSearchParams): string {
    const code = randomUUID();
    const redirectUri = asked.get('redirect_uri') ?? '';
    this.codes.set(code, {
      redirectUri,
      challenge: asked.get('code_challenge') ?? '',
      scope: asked.get('scope') ?? '',
      resource: asked.get('resource') ?? undefined,
    });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state') ?? '');
    if (this.iss !== undefined) back.searchParams.set('iss', this.iss);
    return back.href;
  }

  private token(form: URLSearchParams, response: ServerResponse): void {
    const scope = form.get('grant_type') === 'refresh_token' ? this.refreshed(form) : this.redeemed(form);
    if (scope === undefined) {
      json(response, 400, { error: 'invalid_grant', error_description: 'no\u202e' });
      return;
    }
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    this.valid.add(access);
    this.families.set(refresh, { scope, isUsed: false });
    const life = this.expiresIn === undefined ? {} : { expires_in: this.expiresIn };
    json(response, 200, {
      access_token: access,
      refresh_token: refresh,
      token_type: 'bearer',
      scope,
      ...life,
      ...this.tokens,
    });
  }

  private redeemed(form: URLSearchParams): string | undefined {
    const grant = this.codes.get(form.get('code') ?? '');
    this.codes.delete(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isSame = grant?.challenge === verifier && grant.redirectUri === form.get('redirect_uri');
    return isSame && grant.resource === (form.get('resource') ?? undefined) ? grant.scope : undefined;
  }

  /** Undefined, and the end of all tokens, for one that was used before. */
  private refreshed(form: URLSearchParams): string | undefined {
    const family = this.families.get(form.get('refresh_token') ?? '');
    if (family?.isUsed === true) this.end();
    if (!family || family.isUsed) return undefined;
    family.isUsed = true;
    return family.scope;
  }

  /** Ends every login, as a person does in their settings there. */
  end(): void {
    this.valid.clear();
    this.families.clear();
  }
}

function json(response: ServerResponse, status: number, body: Json): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
