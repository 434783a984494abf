import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openStream } from './http-stream.js';

let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer(({ url: path }, response) => {
    if (path === '/silent') return;
    response.writeHead(200, { 'content-length': '10' });
    response.write('half ');
    if (path === '/cut') setImmediate(() => response.destroy());
    if (path === '/late') setImmediate(() => response.end('whole'));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function read(path: string, timeoutMs: number, pauseMs = 0): Promise<string> {
  const reply = await openStream({ url: url + path, method: 'GET', timeoutMs });
  if (reply.kind !== 'answered') return reply.detail;
  let text = '';
  try {
    for await (const chunk of reply.stream.chunks) {
      text += Buffer.from(chunk).toString();
      await new Promise((done) => setTimeout(done, pauseMs));
    }
    return text;
  } catch (error) {
    return `${text}, ${(error as Error).message}`;
  }
}

it('limits each wait for the other side, and not the time the reader takes', async () => {
  expect(await read('/silent', 30)).toBe('no answer in time');
  expect(await read('/stalled', 1_000)).toBe('half , no more of the answer in time');
  expect(await read('/late', 1_000, 1_100)).toBe('half whole');
});

it('says so where it breaks off', async () => {
  expect(await read('/cut', 10_000)).toMatch(/^(?:half , )?.*(?:UND_ERR_SOCKET|ECONNRESET)/);
});
