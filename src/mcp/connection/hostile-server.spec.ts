import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dispatcher } from 'undici';
import { McpServerConfig } from '../../config/index.js';
import { ProgramRecords } from '../programs/program-records.js';
import { HttpMcpServer, textResult, toolNamed } from '../testing/http-server.js';
import { type McpConnection, McpFailure } from './mcp-connection.js';
import { openConnection, type ServerSettings } from './open-connection.js';
import { type Network, ServerFetch, SYSTEM_NETWORK } from './server-fetch.js';

const MB = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const TOOL = { name: 'act', inputSchema: { type: 'object' } };

let stateDir: string;
let server: HttpMcpServer;
const open: McpConnection[] = [];

beforeEach(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'mcp-spec-'));
  server = await HttpMcpServer.start();
  server.tools = [toolNamed('act')];
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
  await server.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

const connect = async (settings: Partial<ServerSettings> = {}, network?: Network) => {
  const connection = await openConnection(
    Object.assign(new McpServerConfig(), { url: server.url, ...settings }),
    {
      records: new ProgramRecords(stateDir),
      home: join(stateDir, 'home'),
      log: () => undefined,
      onToolsChanged: () => undefined,
      network,
    },
    AbortSignal.timeout(20_000),
  );
  open.push(connection);
  return connection;
};
const call = (connection: McpConnection, signal = AbortSignal.timeout(20_000)) =>
  connection.call({ tool: TOOL, input: { a: 1 } }, signal);

/** Answers with up to a gigabyte. @returns the bytes that were taken from it */
const endless = (type: string, head: string) => {
  const sent = { bytes: 0 };
  server.onCall = (_, response) => {
    response.writeHead(200, { 'content-type': type });
    response.write(head);
    const piece = Buffer.alloc(MB, 'x');
    const write = () => {
      while (!response.destroyed && sent.bytes < 1024 * MB) {
        sent.bytes += piece.length;
        if (!response.write(piece)) return void response.once('drain', write);
      }
    };
    write();
    return undefined;
  };
  return sent;
};

describe('a server that answers without end', () => {
  it.each([
    ['as one JSON text', 'application/json', '{"x":"'],
    ['as an event', 'text/event-stream', 'data: "'],
    ['as an event of a stream that can be resumed', 'text/event-stream', 'id: 1\ndata: \n\ndata: "'],
  ])('is cut off at the limit %s, and the call fails at once', async (_, type, head) => {
    const sent = endless(type, head);
    await expect(call(await connect())).rejects.toMatchObject({
      kind: 'bad-answer',
      message: 'the answer exceeds 10485760 bytes',
    });
    // The rest is in buffers of the system.
    expect(sent.bytes).toBeLessThan(40 * MB);
  });

  it('has the answer to a cancelled call ended, so that no connection stays open', async () => {
    const connection = await connect();
    const closed = new Promise<void>((done) => {
      server.onCall = (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': wait\n\n');
        response.once('close', done);
        return undefined;
      };
    });
    const controller = new AbortController();
    const asked = call(connection, controller.signal);
    await server.seen('tools/call');
    controller.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    await closed;
  });

  it('has no more pages of a list read than needed', async () => {
    const connection = await connect();
    let pages = 0;
    server.onList = () => {
      pages++;
      const at = pages * 100;
      return {
        tools: Array.from({ length: 100 }, (_, of) => toolNamed(`t${at + of}`)),
        nextCursor: `${pages}`,
      };
    };
    const { tools, hasMore } = await connection.listTools(AbortSignal.timeout(20_000));
    expect([tools.length, hasMore, pages]).toEqual([1_000, true, 11]);
  });

  it('aborts a list of empty pages', async () => {
    const connection = await connect();
    let pages = 0;
    server.onList = () => ({ tools: [], nextCursor: `${++pages}` });
    expect(await connection.listTools(AbortSignal.timeout(20_000))).toMatchObject({
      tools: [],
      hasMore: true,
    });
    expect(pages).toBe(64);
  });
});

describe('a server that answers with something else', () => {
  const raw = (type: string, body: string, status = 200) => {
    server.onCall = (_, response) => {
      response.writeHead(status, { 'content-type': type }).end(body);
      return undefined;
    };
  };
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

  it.each([
    ['a page of a login', 'text/html', '<html>', 'bad-answer'],
    ['a text that is no JSON', 'application/json', 'null and void', 'bad-answer'],
    ['a list that is nested 200,000 levels', 'application/json', deep, 'bad-answer'],
  ])('is not believed with %s', async (_, type, body, kind) => {
    const connection = await connect();
    raw(type, body);
    await expect(call(connection)).rejects.toMatchObject({
      kind,
      message: expect.stringMatching(/^its answer is (not a protocol message|nested too deeply)/) as string,
    });
    server.onCall = () => textResult('fine');
    expect((await call(connection)).parts).toEqual([{ kind: 'text', text: 'fine' }]);
  });

  it.each([
    [403, 'refused'],
    [502, 'interrupted'],
    [504, 'interrupted'],
  ])('with status %i, is %s: only a refusal leaves no doubt that nothing was done', async (status, kind) => {
    const connection = await connect();
    raw('text/plain', 'no', status);
    await expect(call(connection)).rejects.toMatchObject({ kind });
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['closes the connection', (response) => response.destroy()],
    ['resets the connection', ({ socket }) => socket?.resetAndDestroy()],
    [
      'closes it within its answer',
      (response) => response.writeHead(200, JSON_TYPE).write('{', () => response.destroy()),
    ],
  ])('and %s may have done what was asked', async (_, breakOff) => {
    const connection = await connect();
    server.onCall = (__, response) => {
      breakOff(response);
      return undefined;
    };
    await expect(call(connection)).rejects.toMatchObject({ kind: 'interrupted' });
    expect(server.requests.filter(({ method }) => method === 'tools/call')).toHaveLength(1);
  });

  it('has its words in errors shortened, and nothing invisible in them', async () => {
    const connection = await connect();
    raw('text/plain', `no\u{E0041}\u{E0042}pe${'x'.repeat(5 * MB)}`, 500);
    const error = (await call(connection).catch((each: unknown) => each)) as Error;
    expect(error).toMatchObject({ kind: 'interrupted' });
    expect(error.message).toMatch(/nopex{100}/);
    expect(error.message.length).toBeLessThan(1_100);
  });

  it('that wants input of a person gets none, in our words', async () => {
    const modern = await connect({ url: `${server.url}?revision=2026-07-28` });
    expect(modern.revision).toBe('2026-07-28');
    server.onCall = () => ({ resultType: 'input_required', inputRequests: {}, requestState: 'x' });
    await expect(call(modern)).rejects.toMatchObject({
      kind: 'bad-answer',
      message: 'it asks for input before it answers, which this gateway does not support',
    });
  });
});

describe('a server that leads elsewhere', () => {
  let inside: HttpMcpServer;
  /** The addresses that were connected to. */
  const connected: string[] = [];
  const network = (names: Readonly<Record<string, readonly string[]>> = {}): Network => ({
    resolve: async (host) => names[host] ?? [],
    agentFor: (addresses) => {
      connected.push(...addresses);
      return SYSTEM_NETWORK.agentFor(addresses);
    },
  });

  beforeEach(async () => {
    connected.length = 0;
    inside = await HttpMcpServer.start();
  });
  afterEach(() => inside.stop());

  it.each([
    ['the metadata service', () => 'http://169.254.169.254/latest/meta-data/'],
    ['this machine', () => inside.url],
    ['another path of its own', () => `${server.url}/other`],
  ])('is not followed to %s', async (_, location) => {
    const connection = await connect({ token: 'secret' }, network());
    const redirect = (__: unknown, response: ServerResponse) => {
      response.writeHead(307, { location: location() }).end();
      return true;
    };
    server.intercept = redirect;
    await expect(call(connection)).rejects.toMatchObject({ kind: 'refused' });
    expect(inside.requests).toEqual([]);
    expect(new Set(connected)).toEqual(new Set(['127.0.0.1']));
  });

  const credentials = { clientId: 'id', clientSecret: 'the-secret' };
  const metadata = (document: string, content: (path: string) => object | undefined) => {
    server.intercept = (request, response) => {
      const found = request.method === 'GET' ? content(request.url ?? '') : undefined;
      if (found) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
      else if (request.method === 'GET') response.writeHead(404).end();
      else response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${document}"` }).end();
      return true;
    };
  };

  it.each([
    ['this machine', () => inside.url, {}],
    ['the metadata service', () => 'https://169.254.169.254/x', {}],
    ['an internal network', () => 'https://10.1.2.3/x', {}],
    ['a name of this machine', () => 'https://looks.example.org/x', { 'looks.example.org': ['127.0.0.1'] }],
    ['a mapped address', () => 'https://[::ffff:127.0.0.1]/x', {}],
  ])('gets no call to %s by the address of its metadata', async (_, document, names) => {
    metadata(document(), () => undefined);
    await expect(connect(credentials, network(names))).rejects.toThrow(McpFailure);
    expect(inside.requests).toEqual([]);
    expect(new Set(connected)).toEqual(new Set(['127.0.0.1']));
  });

  it('gets no secret sent to an authorization server that it names', async () => {
    const root = new URL(server.url).origin;
    metadata(`${root}/metadata`, (path) =>
      path === '/metadata'
        ? { resource: server.url, authorization_servers: ['https://elsewhere.example.org'] }
        : undefined,
    );
    await expect(
      connect(credentials, network({ 'elsewhere.example.org': ['127.0.0.1'] })),
    ).rejects.toMatchObject({ kind: 'refused' });
    expect(new Set(connected)).toEqual(new Set(['127.0.0.1']));
    expect(inside.requests).toEqual([]);
  });

  /** Metadata of an authorization server at the server's own origin. */
  const withTokensAt = (tokens: string) => {
    const root = new URL(server.url).origin;
    metadata(`${root}/metadata`, (path) => {
      if (path === '/metadata') return { resource: server.url, authorization_servers: [root] };
      if (!path.startsWith('/.well-known/oauth-authorization-server')) return undefined;
      const methods = { token_endpoint_auth_methods_supported: ['client_secret_basic'] };
      const endpoints = { authorization_endpoint: `${root}/authorize`, token_endpoint: tokens };
      return { issuer: root, ...endpoints, ...methods, response_types_supported: ['code'] };
    });
    return root;
  };

  it.each([
    ['this machine', () => `${new URL(inside.url).origin}/token`, {}],
    ['a name of this machine', () => 'https://tokens.example.org/', { 'tokens.example.org': ['127.0.0.1'] }],
  ])('gets no secret sent to %s by its authorization server', async (_, tokens, names) => {
    withTokensAt(tokens());
    await expect(connect(credentials, network(names))).rejects.toMatchObject({ kind: 'refused' });
    expect(inside.requests).toEqual([]);
    expect(new Set(connected)).toEqual(new Set(['127.0.0.1']));
  });

  it('gets its headers and its token at its own origin, and no other origin gets them', async () => {
    const headers = { 'x-team': 'the-team' };
    const issuer = new URL(inside.url).origin;
    const sut = new ServerFetch({ url: server.url, headers, token: 'the-token', issuer }, network());
    for (const url of [server.url, `${inside.url}/token`]) {
      const answer = await sut.fetch(url, { method: 'POST', headers: { 'x-own': 'of a call' }, body: '{}' });
      await answer.text();
    }
    await sut.close();
    const seen = [server, inside].map(({ requests }) =>
      requests.map((request) => {
        const { authorization, 'x-team': team, 'x-own': own } = request.headers;
        return { authorization, team, own };
      }),
    );
    expect(seen).toEqual([
      [{ authorization: 'Bearer the-token', team: 'the-team', own: 'of a call' }],
      [{ own: 'of a call' }],
    ]);
  });

  it('gets the secret at its own origin, and the token that comes from there', async () => {
    const root = withTokensAt(`${new URL(server.url).origin}/token`);
    const asked: string[] = [];
    const withoutToken = server.intercept;
    server.intercept = (request, response) => {
      const { authorization = '' } = request.headers;
      if (request.url === '/token') {
        asked.push(authorization);
        const token = { access_token: 'fresh', token_type: 'Bearer', expires_in: 60 };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(token));
        return true;
      }
      return authorization !== 'Bearer fresh' && withoutToken(request, response);
    };
    const connection = await connect(credentials, network());
    expect((await call(connection)).parts).toEqual([{ kind: 'text', text: 'done' }]);
    expect(asked).toEqual([`Basic ${Buffer.from('id:the-secret').toString('base64')}`]);
    expect(root).toMatch(/127\.0\.0\.1/);
  });
});

describe('the addresses of a server', () => {
  const agents: (readonly string[])[] = [];
  const network = (addresses: readonly string[]): Network => ({
    resolve: async () => addresses,
    agentFor: (all) => {
      agents.push(all);
      return {
        dispatch: () => {
          throw new Error('no packet leaves');
        },
        destroy: async () => undefined,
      } as unknown as Dispatcher;
    },
  });
  beforeEach(() => (agents.length = 0));

  it.each([
    'http://169.254.169.254/mcp',
    'http://[::ffff:169.254.169.254]/mcp',
    'http://[::ffff:a9fe:a9fe]/mcp',
    'http://[64:ff9b::a9fe:a9fe]/mcp',
    'http://[2002:a9fe:a9fe::1]/mcp',
    'http://[fd00:ec2::254]/mcp',
    'http://100.100.100.200/mcp',
    'http://2852039166/mcp',
    'http://0xa9.0xfe.0xa9.0xfe/mcp',
  ])('are never %s', async (url) => {
    await expect(connect({ url }, network([]))).rejects.toMatchObject({ kind: 'refused' });
    expect(agents).toEqual([]);
  });

  it('may be in a network of the operator, also in one that overlays others', async () => {
    await expect(
      connect({ url: 'http://tools.tail.example/mcp' }, network(['100.64.3.7'])),
    ).rejects.toThrow();
    expect(agents).toEqual([['100.64.3.7']]);
  });

  it('are tried one after the other', async () => {
    const port = new URL(server.url).port;
    const both: Network = { ...SYSTEM_NETWORK, resolve: async () => ['::1', '127.0.0.1'] };
    const connection = await connect({ url: `http://localhost:${port}/mcp` }, both);
    expect((await call(connection)).parts).toEqual([{ kind: 'text', text: 'done' }]);
  });
});
