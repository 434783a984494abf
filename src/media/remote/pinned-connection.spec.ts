import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pinnedConnect } from './pinned-connection.js';

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
