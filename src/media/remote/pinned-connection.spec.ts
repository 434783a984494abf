import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pinnedConnect, pinnedLookup } from './pinned-connection.js';

const { signal } = new AbortController();
let server: Server;
let heard: IncomingHttpHeaders[];
let port: number;

beforeEach(async () => {
  heard = [];
  server = createServer(({ headers, url }, response) => {
    heard.push(headers);
    if (url === '/away') response.writeHead(302, { location: 'http://elsewhere.test/' }).end();
    else response.end('bytes');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const get = (path: string) =>
  pinnedConnect(
    { url: new URL(`http://no.such.host.test:${port}${path}`), address: '127.0.0.1' },
    { authorization: 'Bearer x' },
    signal,
  );

describe('pinnedConnect', () => {
  it("connects to the given address with the host's name, without a DNS look-up", async () => {
    const { status, chunks } = await get('/a');
    expect([status, await text(chunks)]).toEqual([200, 'bytes']);
    expect(heard).toMatchObject([{ host: `no.such.host.test:${port}`, authorization: 'Bearer x' }]);
  });

  it('follows no redirect, and can be cancelled after the head', async () => {
    const answer = await get('/away');
    expect([answer.status, answer.headers.location]).toEqual([302, 'http://elsewhere.test/']);
    answer.cancel();
    expect(heard).toHaveLength(1);
  });
});

describe('pinnedLookup', () => {
  // With TLS, undici listens to a connection's errors only once `tls.connect` has returned.
  it.each([
    [
      true,
      [
        [
          { address: '::1', family: 6 },
          { address: '127.0.0.1', family: 4 },
        ],
      ],
    ],
    [false, ['::1', 6]],
  ])('answers after its call has returned, with all: %s', async (all, expected) => {
    const answered = Promise.withResolvers<unknown[]>();
    let hasReturned = false;
    pinnedLookup(['::1', '127.0.0.1'])('a.test', { all }, (error, ...found) => {
      if (hasReturned) answered.resolve([error, ...found]);
      else answered.reject(new Error('answered within its call'));
    });
    hasReturned = true;
    expect(await answered.promise).toEqual([null, ...expected]);
  });
});
