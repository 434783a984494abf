import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import express from 'express';
import { RenderedText } from './rendered-text.js';

describe('RenderedText', () => {
  let server: Server;
  let basis: string;
  let rendered: number;

  beforeEach(async () => {
    [basis, rendered] = ['first', 0];
    const sut = new RenderedText({
      type: 'text/plain',
      render: () => `${basis}, ${++rendered} `.repeat(100),
      basis: () => basis,
    });
    const app = express().set('etag', false).get('/', sut.answer);
    server = createServer(app).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  /** Plain unless told, and without decompression. */
  async function get(headers: Record<string, string> = {}, method = 'GET') {
    const { port } = server.address() as AddressInfo;
    return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve) => {
      request({ port, host: '127.0.0.1', method, headers, agent: false }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(parts) }),
        );
      }).end();
    });
  }

  it('is rendered once for all callers, and again when its basis changes', async () => {
    const before = await get();
    expect((await get()).body.toString()).toBe('first, 1 '.repeat(100));
    expect(before.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '900',
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
    });
    basis = 'second';
    const after = await get({ 'if-none-match': before.headers.etag! });
    expect([after.status, after.body.toString()]).toEqual([200, 'second, 2 '.repeat(100)]);
  });

  it.each([
    ['gzip, deflate, br', true],
    ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
    ['*', true],
    ['gzip;q=0', false],
    ['gzip;q=0.1, identity', false],
    ['br', false],
    ['', false],
  ])('is compressed or not for Accept-Encoding "%s": %s', async (accepted, isCompressed) => {
    const { headers, body } = await get({ 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(isCompressed ? 'gzip' : undefined);
    expect(headers['content-length']).toBe(String(body.length));
    expect((isCompressed ? gunzipSync(body) : body).toString()).toBe('first, 1 '.repeat(100));
  });

  it.each(['gzip', 'identity'])(
    'is answered 304 when the caller has it, with encoding %s',
    async (encoding) => {
      const accepted = { 'accept-encoding': encoding };
      const { etag } = (await get(accepted)).headers;
      const again = await get({ ...accepted, 'if-none-match': `"other", W/${etag}` });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
      expect((await get({ ...accepted, 'if-none-match': '"other"' })).status).toBe(200);
    },
  );

  it('has another ETag in each encoding', async () => {
    const plain = (await get()).headers.etag;
    expect((await get({ 'accept-encoding': 'gzip', 'if-none-match': plain! })).status).toBe(200);
  });

  it('answers HEAD without its body', async () => {
    const { status, headers, body } = await get({}, 'HEAD');
    expect([status, headers['content-length'], body.length]).toEqual([200, '900', 0]);
  });
});
