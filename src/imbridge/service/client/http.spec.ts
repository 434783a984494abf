import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { jest } from '@jest/globals';
import { timeLimit } from '../../../../simulators/common/time-limit.js';
import { eventually } from '../../../../test/support/eventually.js';
import { fakeTimeouts } from '../../../../test/support/fake-timeouts.js';
import { BridgeHttp } from './http.js';
import type { BridgeFailure, BridgeRefusal, BridgeResult } from './result.js';

const PASSWORD = 'p&ss+w#rd%20 ü';
let server: Server;
let sut: BridgeHttp;
let answer: RequestListener;
let seen: string[];

beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    seen.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  sut = new BridgeHttp({
    serverUrl: `http://127.0.0.1:${port}/`,
    password: PASSWORD,
    secrets: ['hook-secret'],
  });
});
afterEach(async () => {
  jest.useRealTimers();
  await sut.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const get = (more: { timeoutMs?: number; signal?: AbortSignal } = {}): Promise<BridgeResult> =>
  sut.call({ method: 'GET', path: '/ping', timeoutMs: timeLimit(5_000), ...more });
const failureOf = (result: BridgeResult): BridgeFailure => {
  if (result.ok) throw new Error('succeeded');
  return result.failure;
};
const json =
  (status: number, body: unknown, headers = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
const envelope = (status: number, reason: string): RequestListener =>
  json(status, { status, message: 'Message Send Error', error: { type: 'iMessage Error', message: reason } });

it('a call sends the password percent-encoded, and returns the data', async () => {
  answer = json(200, { status: 200, message: 'Ping received!', data: 'pong' });
  expect(await get()).toEqual({ ok: true, data: 'pong' });
  const url = new URL(seen[0]!, 'http://x');
  expect(url.pathname).toBe('/api/v1/ping');
  expect([...url.searchParams]).toEqual([['password', PASSWORD]]);
});

it.each(['', '/', '/api/v1', '/api/v1/'])('a server URL that ends in %j is accepted', async (end) => {
  answer = json(200, { status: 200, message: 'ok' });
  const { port } = server.address() as AddressInfo;
  const other = new BridgeHttp({ serverUrl: `http://127.0.0.1:${port}/bb${end}`, password: 'x' });
  await other.call({ method: 'GET', path: '/ping', query: { with: 'a,b' }, timeoutMs: 5_000 });
  await other.close();
  expect(seen).toEqual(['/bb/api/v1/ping?with=a%2Cb&password=x']);
});

describe("answers that are not the bridge's", () => {
  it.each([
    ['plain text', 404, 'Not Found'],
    ['a page of a proxy', 502, '<html>Bad gateway</html>'],
    ['a page that says 200', 200, '<html>Welcome</html>'],
    ['nothing', 500, ''],
    ['other JSON', 200, '{"hello":1}'],
  ])('%s is refused, with its status', async (_what, status, text) => {
    answer = (_request, response) => void response.writeHead(status).end(text);
    expect(failureOf(await get())).toMatchObject({ kind: 'refused', status, fromBridge: false });
  });

  it('row 37: a bridge in the private network is called, and none of its redirects is followed', async () => {
    const file = { method: 'GET', path: '/attachment/A/download', timeoutMs: 5_000 } as const;
    answer = (_request, response) => void response.end('bytes');
    const found = await sut.download(file);
    expect(found.ok && (await buffer(found.data.chunks)).toString()).toBe('bytes');
    // Also to an address that would accept the client again, with the password in the query.
    for (const location of ['/elsewhere', 'http://127.0.0.1:1/', 'http://169.254.169.254/latest/meta-data']) {
      seen.length = 0;
      answer = (_request, response) => void response.writeHead(307, { location }).end();
      expect(failureOf(await get())).toMatchObject({ kind: 'refused', status: 307 });
      expect(await sut.download(file)).toMatchObject({ failure: { kind: 'refused', status: 307 } });
      expect(seen).toHaveLength(2);
    }
  });

  it('an error detail has known texts and AppleScript numbers, and never quotes a message', async () => {
    answer = envelope(500, 'iMessage Private API is not enabled!');
    expect(failureOf(await get()).detail).toBe(
      'HTTP 500 iMessage Error: iMessage Private API is not enabled!',
    );
    answer = envelope(500, 'execution error: Can not send "my secret diary" (-1700)');
    const refusal = failureOf(await get()) as BridgeRefusal;
    expect(refusal.detail).toBe('HTTP 500 iMessage Error (AppleScript -1700)');
    expect(refusal.reason).toContain('diary');
  });

  it('a 429 has the time of its Retry-After', async () => {
    answer = json(429, {}, { 'retry-after': '7' });
    expect(failureOf(await get())).toMatchObject({ status: 429, retryAfterMs: 7_000 });
  });
});

describe('a call without an answer', () => {
  it('is unreachable without a listener', async () => {
    const other = new BridgeHttp({ serverUrl: 'http://127.0.0.1:1', password: PASSWORD });
    const result = await other.call({ method: 'GET', path: '/ping', timeoutMs: 5_000 });
    await other.close();
    expect(failureOf(result)).toMatchObject({
      kind: 'unreachable',
      detail: expect.stringContaining('ECONNREFUSED') as string,
    });
  });

  it('is unreachable for an unknown host', async () => {
    const other = new BridgeHttp({ serverUrl: 'http://bridge.invalid', password: PASSWORD });
    const result = await other.call({ method: 'GET', path: '/ping', timeoutMs: 20_000 });
    await other.close();
    expect(failureOf(result).kind).toBe('unreachable');
  });

  it('is cut off when the connection ends after the request', async () => {
    answer = (request) => void request.socket.destroy();
    expect(failureOf(await get())).toMatchObject({ kind: 'interrupted', how: 'cut-off' });
  });

  it('is cut off when the connection ends in the middle of the answer', async () => {
    answer = (request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"status":200');
      response.once('drain', () => undefined);
      setImmediate(() => request.socket.destroy());
    };
    expect(failureOf(await get())).toMatchObject({ kind: 'interrupted', how: 'cut-off' });
  });

  it('times out', async () => {
    answer = () => undefined;
    expect(failureOf(await get({ timeoutMs: 20 }))).toMatchObject({ kind: 'interrupted', how: 'timeout' });
  });

  it('is ended when the answer does not end', async () => {
    const piece = Buffer.alloc(1024 * 1024, ' ');
    answer = (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more);
      more();
    };
    expect(failureOf(await get())).toMatchObject({
      kind: 'interrupted',
      how: 'cut-off',
      detail: 'failure: more than 33554432 bytes',
    });
  });

  it('ends when the caller aborts it', async () => {
    const controller = new AbortController();
    answer = () => controller.abort();
    expect(failureOf(await get({ signal: controller.signal }))).toMatchObject({
      kind: 'interrupted',
      how: 'aborted',
    });
    expect(failureOf(await get({ signal: controller.signal }))).toMatchObject({ kind: 'unreachable' });
    expect(seen).toHaveLength(1);
  });
});

it('row 41: no error text contains a secret', async () => {
  const texts: string[] = [];
  for (const text of [PASSWORD, encodeURIComponent(PASSWORD), 'hook-secret', 'x?guid=abc&token=def']) {
    answer = envelope(400, `The url must be ${text}`);
    texts.push(failureOf(await get()).detail);
  }
  expect(texts.join('\n')).not.toMatch(/p&ss|p%26ss|hook-secret|abc|def/);
  expect(sut.redact(`http://h/?password=${encodeURIComponent(PASSWORD)}`)).toBe('http://h/?password=***');
});

it('the clock offset is taken from answers of the bridge only', async () => {
  expect(sut.clockOffsetMs).toBeUndefined();
  answer = (_request, response) =>
    void response.writeHead(404, { date: new Date(0).toUTCString() }).end('page');
  await get();
  expect(sut.clockOffsetMs).toBeUndefined();
  answer = json(200, { status: 200, message: 'ok' }, { date: new Date(Date.now() - 600_000).toUTCString() });
  await get();
  expect(sut.clockOffsetMs).toBeLessThan(-598_000);
  expect(sut.clockOffsetMs).toBeGreaterThan(-603_000);
});

it('a closed client works again', async () => {
  answer = json(200, { status: 200, message: 'ok' });
  await get();
  await sut.close();
  expect(await get()).toMatchObject({ ok: true });
});

describe('a downloaded file', () => {
  const download = async (timeoutMs = 5_000) => {
    const result = await sut.download({ method: 'GET', path: '/attachment/A/download', timeoutMs });
    if (!result.ok) throw new Error(result.failure.detail);
    return result.data;
  };

  it('is passed on piece by piece, and a break differs from its end', async () => {
    let open!: ServerResponse;
    answer = (_request, response) => void (open = response).write('first');
    const file = await download();
    const pieces = file.chunks[Symbol.asyncIterator]();
    expect(Buffer.from((await pieces.next()).value as Uint8Array).toString()).toBe('first');
    open.write('second');
    expect(Buffer.from((await pieces.next()).value as Uint8Array).toString()).toBe('second');
    open.destroy();
    await expect(pieces.next()).rejects.toThrow(/^(?!.*(?:password=p|hook-secret))/);
    answer = (_request, response) => void response.setHeader('content-length', '3').end('abc');
    const whole = await download();
    expect(whole.bytes).toBe(3);
    expect((await Array.fromAsync(whole.chunks)).toString()).toBe('abc');
  });

  it('times out when nothing more comes, and closes the connection when it is left', async () => {
    const closed = Promise.withResolvers<true>();
    answer = (_request, response) => void response.on('close', () => closed.resolve(true)).write('x');
    (await download()).cancel();
    await closed.promise;
    fakeTimeouts();
    const pieces = (await download()).chunks[Symbol.asyncIterator]();
    await pieces.next();
    const more = pieces.next();
    jest.advanceTimersByTime(5_000);
    await expect(more).rejects.toThrow('no answer in time');
  });
});

it('interruptions counts ended connections and failed attempts', async () => {
  answer = json(200, { status: 200, message: 'ok' });
  await get();
  await get();
  expect(sut.interruptions).toBe(0);
  server.closeAllConnections();
  await eventually(() => sut.interruptions === 1, { what: 'the end of the connection' });
  await new Promise((resolve) => server.close(resolve));
  expect(failureOf(await get()).kind).toBe('unreachable');
  expect(sut.interruptions).toBe(2);
});
