import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { timeLimit } from '../../../../simulators/common/time-limit.js';
import { retryAfterMs } from '../headers/retry-after.js';
import { faultOf, type HttpCall, urlBelow } from './http-call.js';
import { HttpClient } from './http-client.js';

const MAX_BYTES = 100_000;
let server: Server;
let url: string;
let sut: HttpClient;
let answer: RequestListener;

beforeEach(async () => {
  sut = new HttpClient({ maxAnswerBytes: MAX_BYTES });
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await sut.close();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const call = (more: Partial<HttpCall> = {}) =>
  sut.exchange({ url: `${url}/a?b=c`, method: 'GET', timeoutMs: timeLimit(5_000), ...more });

describe('an error of the connection', () => {
  it.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EAI_FAIL',
    'EHOSTUNREACH',
    'EHOSTDOWN',
    'ENETUNREACH',
    'ENETDOWN',
    'EADDRNOTAVAIL',
    'UND_ERR_CONNECT_TIMEOUT',
    'ERR_INVALID_URL',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ])('%s means that nothing was sent', (code) => {
    expect(faultOf(Object.assign(new Error('x'), { code }))).toMatchObject({
      kind: 'unreachable',
      detail: code,
    });
  });

  it.each(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET'])(
    '%s means that the request may have been sent',
    (code) => {
      expect(faultOf(Object.assign(new Error('x'), { code }))).toMatchObject({
        kind: 'interrupted',
        how: 'cut-off',
      });
    },
  );

  it('is an interruption when the connection was in use', () => {
    for (const syscall of ['read', 'write'])
      expect(faultOf(Object.assign(new Error('x'), { code: 'EHOSTUNREACH', syscall })).kind).toBe(
        'interrupted',
      );
    expect(faultOf(Object.assign(new Error('x'), { code: 'ETIMEDOUT', syscall: 'connect' })).kind).toBe(
      'unreachable',
    );
  });
});

it('a call sends a form with its content type, and an address with its query', async () => {
  const seen: unknown[] = [];
  answer = (request, response) => {
    seen.push(request.method, request.url, request.headers['content-type'], request.headers['x-own']);
    request.on('data', (text: Buffer) => seen.push(text.toString())).on('end', () => response.end('{"a":1}'));
  };
  const body = new URLSearchParams({ grant: 'a b' });
  const outcome = await call({ method: 'POST', body, headers: { 'x-own': 'yes' } });
  expect(outcome).toMatchObject({ kind: 'answered', status: 200, json: { a: 1 } });
  expect(seen).toEqual([
    'POST',
    '/a?b=c',
    'application/x-www-form-urlencoded;charset=UTF-8',
    'yes',
    'grant=a+b',
  ]);
});

describe('an answer', () => {
  it('that is compressed is read', async () => {
    answer = (_request, response) =>
      void response
        .setHeader('content-encoding', 'gzip')
        .end(gzipSync(JSON.stringify({ text: 'ü'.repeat(40_000) })));
    expect(await call()).toMatchObject({ json: { text: 'ü'.repeat(40_000) } });
  });

  it.each([false, true])(
    'over the size limit keeps its status and its beginning (compressed: %j)',
    async (isPacked) => {
      const text = Buffer.from(`["next${' '.repeat(50 * MAX_BYTES)}"]`);
      const body = isPacked ? gzipSync(text) : text;
      const headers = isPacked ? { 'content-encoding': 'gzip' } : {};
      answer = (_request, response) => void response.writeHead(200, headers).end(body);
      expect(await call()).toMatchObject({
        status: 200,
        json: undefined,
        beginning: expect.stringMatching(/^\["next/) as string,
        broken: { how: 'cut-off' },
      });
    },
  );

  it.each([{}, { 'content-encoding': 'gzip' }])('that breaks off keeps its status (%j)', async (headers) => {
    answer = (request, response) => {
      response.writeHead(201, { ...headers, 'content-length': '1000' }).write(gzipSync('{"a":1}'));
      setImmediate(() => request.socket.destroy());
    };
    const outcome = await call();
    expect(outcome).toMatchObject({
      kind: 'answered',
      status: 201,
      json: undefined,
      broken: { how: 'cut-off' },
    });
    expect(outcome).not.toHaveProperty('beginning');
  });

  it('that stops in the middle breaks off at the time limit of the call', async () => {
    answer = (_request, response) => void response.write('{"a":');
    expect(await call({ timeoutMs: 100 })).toMatchObject({ status: 200, broken: { how: 'timeout' } });
  });
});

it('an invalid address is unreachable', async () => {
  expect(await call({ url: 'nowhere' })).toMatchObject({ kind: 'unreachable', detail: 'ERR_INVALID_URL' });
});

it.each([
  ['7', 7_000],
  ['0', 0],
  ['1.5', 1_500],
  ['Thu, 01 Jan 1970 00:00:30 GMT', 20_000],
  ['Thu, 01 Jan 1970 00:00:05 GMT', 0],
  ['soon', undefined],
  ['', undefined],
])('the header Retry-After: %j is a pause of %s ms', (text, ms) => {
  expect(retryAfterMs({ 'retry-after': text }, 10_000)).toBe(ms);
});

it.each([
  ['http://a', 'b/c'],
  ['http://a/', 'b/c'],
  ['http://a//', '/b/c'],
])('below %s, %s is http://a/b/c', (base, path) => {
  expect(urlBelow(base, path)).toBe('http://a/b/c');
});
