import type { Dispatcher } from 'undici';
import type { Network } from '../connection/server-fetch.js';
import { SYSTEM_NETWORK } from '../connection/server-fetch.js';
import { AuthorizationServer } from '../testing/authorization-server.js';
import { HttpMcpServer } from '../testing/http-server.js';
import { beginLogin, type WantedLogin } from './begin-login.js';
import { challengeOf } from './challenge.js';
import type { LoginSettings } from './login.js';
import { McpServerConfig } from '../../config/index.js';

const PUBLIC = '93.184.216.34';
const WANTED: WantedLogin = { state: 'our-state', redirectUri: 'https://chat.example.org/mcp/callback' };

let tools: HttpMcpServer;
let authority: AuthorizationServer;
/** Hosts that are called, with the addresses that they were pinned to. */
let connected: string[];

beforeEach(async () => {
  [tools, authority] = [await HttpMcpServer.start(), await AuthorizationServer.start()];
  authority.protect(tools);
  connected = [];
});
afterEach(() => Promise.all([tools.stop(), authority.stop()]));

/** Names lead where a test says, else to a public address, at which nothing is called. */
const network = (names: Readonly<Record<string, readonly string[]>> = {}): Network => ({
  resolve: (host) => Promise.resolve(names[host] ?? [PUBLIC]),
  agentFor: (addresses) => {
    connected.push(addresses.join(' '));
    if (addresses.includes('127.0.0.1')) return SYSTEM_NETWORK.agentFor(addresses);
    return { destroy: async () => undefined, close: async () => undefined } as unknown as Dispatcher;
  },
});

const begin = async (settings: Partial<LoginSettings> = {}, wanted: Partial<WantedLogin> = {}) => {
  const server = Object.assign(new McpServerConfig(), { url: tools.url, issuer: authority.url, ...settings });
  const challenge = await challengeOf(server, network(), AbortSignal.timeout(20_000));
  return beginLogin(server, { ...WANTED, challenge, ...wanted }, network());
};
/** The MCP server names this as its metadata, or as its authorization server. */
const naming = ({ metadata, issuer = authority.url }: { metadata?: string; issuer?: string }) => {
  const own = new URL(tools.url).origin;
  tools.intercept = (request, response) => {
    const isDocument = request.url === '/document';
    const named = JSON.stringify({ resource: tools.url, authorization_servers: [issuer] });
    if (isDocument) response.writeHead(200, { 'content-type': 'application/json' }).end(named);
    else if (request.url?.startsWith('/.well-known/') === true) response.writeHead(404).end();
    else {
      const challenge = `Bearer resource_metadata="${metadata ?? `${own}/document`}"`;
      response.writeHead(401, { 'www-authenticate': challenge }).end();
    }
    return true;
  };
};
const nothingWasCalled = () => {
  expect(authority.registered).toEqual([]);
  expect(new Set(connected)).toEqual(new Set(['127.0.0.1']));
};

it('a login asks for the scope of the challenge, by PKCE, with our state, for the resource', async () => {
  const { address, party } = await begin();
  const { searchParams, origin } = new URL(address);
  expect([origin, Object.fromEntries(searchParams)]).toMatchObject([
    authority.url,
    { state: 'our-state', scope: 'read', code_challenge_method: 'S256', resource: tools.url },
  ]);
  expect(party).toMatchObject({ client: { client_id: 'client-1' }, metadata: { issuer: authority.url } });
  expect(authority.registered).toMatchObject([
    { client_name: 'Gatehouse', redirect_uris: [WANTED.redirectUri] },
  ]);
});

it('a gateway that others can read presents itself by its address where that is taken, and registers nothing', async () => {
  authority.metadata = { client_id_metadata_document_supported: true };
  const clientMetadataUrl = 'https://chat.example.org/mcp/client.json';
  const { address } = await begin({}, { clientMetadataUrl });
  expect(new URL(address).searchParams.get('client_id')).toBe(clientMetadataUrl);
  expect(authority.registered).toEqual([]);
});

it('a server that wants no login is asked for its metadata all the same', async () => {
  tools.intercept = () => false;
  const { address } = await begin();
  expect(new URL(address).searchParams.has('scope')).toBe(false);
});

describe('a login begins all the same where', () => {
  /** The MCP server publishes this of itself, and answers others with `challenge`. */
  const publishing = (document: object, challenge?: string) => {
    tools.intercept = (request, response) => {
      if (request.url === '/.well-known/oauth-protected-resource/mcp')
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
      else response.writeHead(401, challenge === undefined ? {} : { 'www-authenticate': challenge }).end();
      return true;
    };
  };
  const own = () => ({ resource: tools.url, authorization_servers: [authority.url] });
  const askedFor = async (name: string, settings: Partial<LoginSettings> = {}) =>
    new URL((await begin(settings)).address).searchParams.get(name);

  it('the issuer has a slash at the end that its address has not', async () => {
    authority.metadata = { issuer: `${authority.url}/` };
    expect((await begin()).party.metadata.issuer).toBe(`${authority.url}/`);
  });

  it('the resource has a slash at the end, and is named as the server names it', async () => {
    publishing({ ...own(), resource: `${tools.url}/` });
    expect(await askedFor('resource')).toBe(`${tools.url}/`);
  });

  it.each([
    ['there is no challenge', undefined],
    ['the challenge does not name the metadata', 'Bearer realm="tools", error="invalid_token"'],
    ['the challenge is of another kind', 'Basic realm="tools"'],
  ])('%s', async (_what, challenge) => {
    publishing({ ...own(), scopes_supported: ['read', 'write'] }, challenge);
    expect(await askedFor('scope')).toBe('read write');
  });

  it('lists are one text, and members null', async () => {
    publishing({
      ...own(),
      authorization_servers: authority.url,
      scopes_supported: 'read write',
      jwks_uri: null,
    });
    authority.metadata = {
      scopes_supported: null,
      code_challenge_methods_supported: 'S256',
      service_documentation: '',
    };
    expect(await askedFor('scope')).toBe('read write');
  });

  it('there is no registration, but a client that was registered by hand', async () => {
    authority.metadata = { registration_endpoint: undefined };
    expect(await askedFor('client_id', { clientId: 'ours' })).toBe('ours');
  });
});

describe('a login is refused, and nothing is called, when the server names', () => {
  it.each([
    ['metadata at a metadata service', { metadata: 'https://169.254.169.254/x' }],
    ['metadata in an internal network', { metadata: 'https://10.0.0.7/x' }],
    ['metadata over plain http', { metadata: 'http://login.example.org/x' }],
    ['metadata on this machine', { metadata: 'http://127.0.0.1:1/x' }],
  ])('%s', async (_what, names) => {
    naming(names);
    await expect(begin()).rejects.toMatchObject({ kind: 'refused' });
    nothingWasCalled();
  });

  it.each([
    ['at a metadata service', 'https://169.254.169.254/'],
    ['in an internal network', 'https://10.0.0.7/'],
    ['over plain http', 'http://login.example.org/'],
    ['on this machine', 'http://127.0.0.1:1/'],
  ])('an authorization server %s', async (_what, issuer) => {
    naming({ issuer });
    await expect(begin({ issuer: undefined })).rejects.toMatchObject({ kind: 'refused' });
    nothingWasCalled();
  });

  it('metadata by a redirect', async () => {
    const protectedBy = tools.intercept;
    tools.intercept = (request, response) => {
      if (request.url?.startsWith('/.well-known/') !== true) return protectedBy(request, response);
      response.writeHead(302, { location: `${authority.url}/.well-known/oauth-authorization-server` }).end();
      return true;
    };
    await expect(begin()).rejects.toMatchObject({ message: expect.stringContaining('redirect') as string });
    expect(authority.registered).toEqual([]);
  });
});

describe('a login is refused when its authorization server', () => {
  it.each([
    [
      'says that it is another one',
      { issuer: 'https://evil.example/' },
      /different authorization server.* calls itself https:\/\/evil\.example\/, but http:\/\/127\.0\.0\.1:\d+ was called/,
    ],
    ['names no page', { authorization_endpoint: undefined }, /has no usable authorization_endpoint$/],
    [
      'names no types of answers',
      { response_types_supported: null },
      /has no usable response_types_supported$/,
    ],
    ['does not protect logins', { code_challenge_methods_supported: undefined }, /PKCE/],
    ['protects them by plain texts only', { code_challenge_methods_supported: ['plain'] }, /PKCE/],
    ['has its page at plain http', { authorization_endpoint: 'http://login.example.org/' }, /not https/],
    ['has its page in a script', { authorization_endpoint: 'javascript:alert(1)' }, /./],
    ['registers in an internal network', { registration_endpoint: 'https://10.0.0.7/' }, /not allowed/],
    [
      'registers no clients',
      { registration_endpoint: undefined },
      /offers no registration: register this gateway there by hand with the address https:\/\/chat\.example\.org\/mcp\/callback, and set the resulting `clientId`/,
    ],
  ])('%s', async (_what, metadata, problem) => {
    authority.metadata = metadata;
    await expect(begin()).rejects.toThrow(problem);
  });

  it('refuses the registration', async () => {
    authority.intercept = (request, response) => {
      if (request.url !== '/register') return false;
      response.writeHead(403).end('{"error":"access_denied"}');
      return true;
    };
    await expect(begin()).rejects.toThrow(/rejected the registration \(HTTP 403\): register this gateway/);
  });

  it('publishes nothing', async () => {
    authority.intercept = (_, response) => {
      response.writeHead(404).end();
      return true;
    };
    await expect(begin()).rejects.toThrow(/metadata|registration|registered|login/);
  });

  it('is not the one that an operator gave a secret for', async () => {
    naming({ issuer: 'https://login.example.org/' });
    const secret = { clientId: 'ours', clientSecret: 'never sent', login: true };
    await expect(begin({ ...secret, issuer: undefined })).rejects.toThrow();
    expect(authority.requests).toEqual([]);
  });

  it('protects another resource', async () => {
    tools.intercept = (request, response) => {
      if (request.url?.startsWith('/.well-known/') === true) {
        const other = { resource: 'https://other.example/mcp', authorization_servers: [authority.url] };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(other));
      } else response.writeHead(401).end();
      return true;
    };
    await expect(begin()).rejects.toThrow(
      `its metadata belong to https://other.example/mcp, not to ${tools.url}`,
    );
    expect(authority.registered).toEqual([]);
  });

  it('protects one at another port', async () => {
    const { origin } = new URL(tools.url);
    tools.intercept = (request, response) => {
      const other = { resource: 'http://127.0.0.1/mcp', authorization_servers: [authority.url] };
      if (request.url?.startsWith('/.well-known/') === true)
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(other));
      else response.writeHead(401).end();
      return true;
    };
    await expect(begin()).rejects.toThrow(`belong to http://127.0.0.1/mcp, not to ${origin}`);
  });
});
