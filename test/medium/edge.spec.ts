import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { FieldFault } from '../../src/common/index.js';
import { ALL_SECTIONS } from '../../src/app.sections.js';
import { loadConfig, readEnvironment } from '../../src/config/index.js';
import { createApp } from '../../src/gateway.js';
import { Database } from '../../src/persistence/index.js';
import { type RawAnswer, rawHttp } from '../support/raw-http.js';

const TOKEN = 'an-owner-token-that-nobody-guesses';

interface Edge {
  readonly app: NestExpressApplication;
  send(text: string, how?: { end: boolean }): Promise<RawAnswer>;
  close(): Promise<void>;
}

async function startEdge(gateway: object = {}, dataApi: object = {}): Promise<Edge> {
  const stateDir = mkdtempSync(join(tmpdir(), 'gatehouse-edge-'));
  writeFileSync(
    join(stateDir, 'gatehouse.json'),
    JSON.stringify({ logging: { level: 'silent' }, gateway, dataApi }),
  );
  const environment = readEnvironment({ GATEHOUSE_STATE_DIR: stateDir, GATEHOUSE_ADMIN_TOKEN: TOKEN });
  const app = await createApp(loadConfig(ALL_SECTIONS, environment));
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const close = async () => {
    await app.close();
    rmSync(stateDir, { recursive: true });
  };
  return { app, send: (text, how) => rawHttp(port, text, how), close };
}

/** A request as text: first line, headers, body. */
const http = (line: string, headers: Record<string, string | number> = {}, body = '') =>
  [
    `${line} HTTP/1.1`,
    ...Object.entries({ Host: 'x', Connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '',
    body,
  ].join('\r\n');

const admin = { Authorization: `Bearer ${TOKEN}` };
const json = (length: number) => ({ ...admin, 'Content-Type': 'application/json', 'Content-Length': length });
const approve = 'POST /admin/v1/pairings/approve';

/**
 * Checks the common form of errors of the APIs.
 * @returns the details
 */
function expectError({ status, headers, body }: RawAnswer, expectedStatus: number, code: string): string {
  const { error } = JSON.parse(body) as { error: { details: string; fields?: FieldFault[] } };
  const { fields = [], ...texts } = error;
  expect([status, texts]).toEqual([
    expectedStatus,
    { code, message: expect.stringMatching(/\.$/), details: expect.any(String) },
  ]);
  for (const { field, message } of fields) {
    expect(message.startsWith(`${field} `)).toBe(true);
    expect(error.details).toContain(message);
  }
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  expect([headers['cache-control'], headers['x-content-type-options']]).toEqual(['no-store', 'nosniff']);
  expect(headers['x-powered-by']).toBeUndefined();
  return error.details;
}

/** Name, request, status and code of the answer, and a pattern for the details. */
type ErrorCase = [string, string, number, string, RegExp?];

describe('an answer over the wire', () => {
  let edge: Edge;
  beforeAll(async () => {
    edge = await startEdge();
  });
  afterAll(() => edge.close());

  const big = 'x'.repeat(300_000);
  const long = 'x'.repeat(20_000);

  it.each<ErrorCase>([
    ['an unknown route of /v1', http('GET /v1/nothing'), 404, 'NOT_FOUND', /^no route has this path/],
    ['the root of /v1', http('GET /v1'), 404, 'NOT_FOUND'],
    [
      'an unknown route of /admin/v1',
      http('GET /admin/v1/nothing', admin),
      404,
      'NOT_FOUND',
      /^no route has this path/,
    ],
    ['a path of another case', http('GET /ADMIN/v1/status', admin), 404, 'NOT_FOUND'],
    ['a path with a slash behind', http('GET /admin/v1/status/', admin), 404, 'NOT_FOUND'],
    ['metrics with a slash behind', http('GET /metrics/'), 404, 'NOT_FOUND'],
    ['a target in absolute form', http('GET http://x/v1/nothing'), 404, 'NOT_FOUND'],
    [
      'a path of two meanings',
      http('GET /admin/v1/users/%2e%2e'),
      400,
      'INVALID_REQUEST',
      /^the path contains/,
    ],
    ['broken escapes in an unknown path', http('GET /v1/%ff'), 404, 'NOT_FOUND'],
    ['a broken escape in an id', http('GET /admin/v1/deliveries/%ff', admin), 400, 'INVALID_REQUEST'],
    ['half an escape in an id', http('GET /admin/v1/deliveries/%c3%2', admin), 400, 'INVALID_REQUEST'],
    ['no credentials', http('GET /admin/v1/status'), 401, 'UNAUTHENTICATED'],
    [
      'wrong credentials',
      http('GET /admin/v1/status', { Authorization: 'Bearer x' }),
      401,
      'UNAUTHENTICATED',
    ],
    ['another method', http('PUT /admin/v1/status', admin), 405, 'METHOD_NOT_ALLOWED'],
    ['TRACE', http('TRACE /admin/v1/status', admin), 405, 'METHOD_NOT_ALLOWED'],
    ['OPTIONS', http('OPTIONS /admin/v1/status'), 405, 'METHOD_NOT_ALLOWED'],
    ['OPTIONS of nothing', http('OPTIONS /v1/nothing'), 404, 'NOT_FOUND', /^no route has this path/],
    ['CONNECT', http('CONNECT example.org:443'), 405, 'METHOD_NOT_ALLOWED'],
    ['a method that is none', http('GETT /v1/nothing'), 400, 'INVALID_REQUEST'],
    [
      'another type of content',
      http(approve, { ...json(1), 'Content-Type': 'text/plain' }, 'x'),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'no type of content',
      http(approve, { ...admin, 'Content-Length': 1 }, 'x'),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'an unknown charset',
      http(approve, { ...json(2), 'Content-Type': 'application/json; charset=x' }, '{}'),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'an unknown encoding',
      http(approve, { ...json(2), 'Content-Encoding': 'x' }, '{}'),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a broken encoding',
      http(approve, { ...json(2), 'Content-Encoding': 'gzip' }, '{}'),
      400,
      'INVALID_REQUEST',
    ],
    ['broken JSON', http(approve, json(2), '{"'), 400, 'INVALID_REQUEST'],
    [
      'JSON that is no object',
      http(approve, json(4), 'null'),
      400,
      'INVALID_REQUEST',
      /^body must be an obj/,
    ],
    [
      'half a character',
      http(approve, json(31), '{"channel":"x","code":"\\ud800"}'),
      400,
      'INVALID_REQUEST',
      /^code contains half a character/,
    ],
    [
      'chunks of one byte without end',
      http(
        approve,
        { ...admin, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
        '1\r\n \r\n'.repeat(11_000),
      ),
      400,
      'INVALID_REQUEST',
      /too many small chunks/,
    ],
    ['an oversized body', http(approve, json(big.length), big), 413, 'PAYLOAD_TOO_LARGE'],
    [
      'an oversized body in chunks',
      http(
        approve,
        { ...admin, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
        `${big.length.toString(16)}\r\n${big}\r\n0\r\n\r\n`,
      ),
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    [
      'a broken chunk',
      http(
        approve,
        { ...admin, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
        'zz\r\n{}\r\n',
      ),
      400,
      'INVALID_REQUEST',
    ],
    ['a URL that is too long', http(`GET /v1/${long}`), 400, 'INVALID_REQUEST'],
    ['a header that is too long', http('GET /v1/x', { Long: long }), 400, 'INVALID_REQUEST'],
    [
      'no Host',
      'GET /v1/x HTTP/1.1\r\nConnection: close\r\n\r\n',
      400,
      'INVALID_REQUEST',
      /^Host is required/,
    ],
    ['two Hosts', http('GET /v1/x', { host: 'y' }), 400, 'INVALID_REQUEST', /^Host is present twice/],
    [
      'a target elsewhere',
      http('GET http://y/v1/nothing'),
      400,
      'INVALID_REQUEST',
      /^the request target does not match Host$/,
    ],
    ['a target of no host', http('GET ftp://x/v1/nothing'), 400, 'INVALID_REQUEST', /^the request target/],
    [
      'a target with a broken host',
      http('GET http://[::1/v1/nothing'),
      400,
      'INVALID_REQUEST',
      /^the request target/,
    ],
    [
      'a target with a broken user',
      http('GET http://:%zz@x/v1/nothing'),
      400,
      'INVALID_REQUEST',
      /^the request target/,
    ],
    [
      'two lengths',
      http(approve, { ...json(2), 'Transfer-Encoding': 'chunked' }, '{}'),
      400,
      'INVALID_REQUEST',
    ],
    ['a length that is none', http(approve, { ...admin, 'Content-Length': 'x' }), 400, 'INVALID_REQUEST'],
    ['no HTTP', 'hello\r\n\r\n', 400, 'INVALID_REQUEST'],
    ['TLS where there is none', '\x16\x03\x01\x02\x00\x01', 400, 'INVALID_REQUEST'],
    ['an unknown expectation', http('GET /v1/nothing', { Expect: 'wonders' }), 404, 'NOT_FOUND'],
    [
      'an upgrade that is not served',
      http('GET /v1/nothing', { Connection: 'upgrade, close', Upgrade: 'x' }),
      404,
      'NOT_FOUND',
    ],
  ])('is an error of the contract: %s', async (...[, text, status, code, details = /^/]) => {
    expect(expectError(await edge.send(text), status, code)).toMatch(details);
  });

  it('is 400 for a body that ends too early', async () => {
    expectError(await edge.send(http(approve, json(100), '{"a":'), { end: true }), 400, 'INVALID_REQUEST');
  });

  it('with 405 lists the allowed methods', async () => {
    for (const method of ['PUT', 'OPTIONS'])
      expect((await edge.send(http(`${method} /admin/v1/grants`, admin))).headers.allow).toBe(
        'GET, HEAD, POST',
      );
  });

  it('with 415 lists the accepted compressions only when the compression is at fault', async () => {
    const compressed = await edge.send(http(approve, { ...json(2), 'Content-Encoding': 'zstd' }, '{}'));
    const text = await edge.send(http(approve, { ...json(1), 'Content-Type': 'text/plain' }, 'x'));
    expect([compressed, text].map(({ status, headers }) => [status, headers['accept-encoding']])).toEqual([
      [415, 'gzip, deflate, identity'],
      [415, undefined],
    ]);
  });

  it('refuses Brotli before it decodes or checks anything, as at the door to the console', async () => {
    const body = brotliCompressSync(JSON.stringify({ token: TOKEN })).toString('latin1');
    const headers = {
      'Content-Type': 'application/json',
      'Content-Encoding': 'br',
      'Content-Length': body.length,
    };
    const answer = await edge.send(http('POST /admin/v1/session', headers, body));
    expect(expectError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE')).toBe(
      'Content-Encoding must be one of gzip, deflate, identity',
    );
  });

  it('the keep-alive time of 125 s outlasts that of proxies', async () => {
    const server = edge.app.getHttpServer();
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/healthz`);
    expect(answer.headers.get('keep-alive')).toBe('timeout=125');
    server.closeIdleConnections();
  });

  it('HEAD answers with the status and headers of GET, and without a body', async () => {
    for (const [path, status] of [
      ['/admin/v1/status', 200],
      ['/admin/v1/deliveries/x', 404],
      ['/v1/nothing', 404],
    ] as const) {
      const [get, head] = [
        await edge.send(http(`GET ${path}`, admin)),
        await edge.send(http(`HEAD ${path}`, admin)),
      ];
      expect([get.status, head.status, head.body]).toEqual([status, status, '']);
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
    }
  });

  it('an unexpected failure is answered 500 without its cause', async () => {
    const db = edge.app.get(Database);
    const on = db.on.bind(db);
    db.on = () => {
      throw new Error('secret cause');
    };
    const answer = await edge.send(http('GET /admin/v1/audit', admin));
    db.on = on;
    expectError(answer, 500, 'INTERNAL');
    expect(answer.body).not.toContain('secret');
  });
});

describe('plain HTTP on /v1', () => {
  let edge: Edge;
  afterEach(() => edge.close());

  const secure = { 'X-Forwarded-For': '1.2.3.4', 'X-Forwarded-Proto': 'https' };
  const codeOf = async (headers: Record<string, string>, path = '/v1/nothing') =>
    (JSON.parse((await edge.send(http(`GET ${path}`, headers))).body) as { error: { code: string } }).error
      .code;

  it('is accepted from this machine only, whatever headers claim', async () => {
    edge = await startEdge();
    expect(await codeOf({})).toBe('NOT_FOUND');
    for (const headers of [secure, { Forwarded: 'for=1.2.3.4;proto=https' }, { Via: '1.1 x' }] as Record<
      string,
      string
    >[])
      expectError(await edge.send(http('GET /v1/nothing', headers)), 403, 'HTTPS_REQUIRED');
    expect(await codeOf(secure, '/admin/v1/nothing')).toBe('NOT_FOUND');
  });

  it('is refused behind a trusted proxy that was called by http, and https is answered with HSTS', async () => {
    edge = await startEdge({ trustedProxies: ['127.0.0.0/8'] });
    expect(await codeOf(secure)).toBe('NOT_FOUND');
    expect(await codeOf({ Forwarded: 'for=1.2.3.4;proto=https' })).toBe('NOT_FOUND');
    expect(await codeOf({ ...secure, 'X-Forwarded-Proto': 'http' })).toBe('HTTPS_REQUIRED');
    expect(await codeOf({ 'X-Forwarded-For': '1.2.3.4' })).toBe('HTTPS_REQUIRED');
    expect(await codeOf({ ...secure, Forwarded: 'for=6.6.6.6;proto=https' })).toBe('HTTPS_REQUIRED');
    const hsts = async (headers: Record<string, string>) =>
      (await edge.send(http('GET /v1/nothing', headers))).headers['strict-transport-security'];
    expect([await hsts(secure), await hsts({})]).toEqual(['max-age=31536000', undefined]);
  });

  it('is accepted with requireHttps off', async () => {
    edge = await startEdge({}, { requireHttps: false });
    expect(await codeOf(secure)).toBe('NOT_FOUND');
  });
});

describe('the address behind a proxy', () => {
  let edge: Edge;
  afterEach(() => edge.close());

  /** The statuses for wrong tokens, each from another claimed address. */
  const guesses = async (): Promise<Set<number>> => {
    const found = new Set<number>();
    for (let n = 0; n < 40; n++) {
      const headers = {
        Authorization: 'Bearer wrong',
        'X-Forwarded-For': `1.2.3.${n}`,
        'X-Forwarded-Proto': 'https',
      };
      found.add((await edge.send(http('GET /admin/v1/status', headers))).status);
    }
    return found;
  };

  it('is the one by which failures are counted', async () => {
    edge = await startEdge({ trustedProxies: ['127.0.0.1'] });
    expect(await guesses()).toEqual(new Set([401]));
  });

  it('is not taken from an untrusted peer', async () => {
    edge = await startEdge();
    expect(await guesses()).toEqual(new Set([401, 429]));
  });
});
