import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { fakeTimeouts } from '../../../../test/support/fake-timeouts.js';
import { HttpClient } from './http-client.js';

const client = new HttpClient();
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
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});

const LIMIT_MS = 1_000;
const call = (path: string) => client.open({ url: url + path, method: 'GET', timeoutMs: LIMIT_MS });

/** The pieces of an answer that has begun. */
async function piecesOf(path: string) {
  const reply = await call(path);
  if (reply.kind !== 'answered') throw new Error(reply.detail);
  const pieces = reply.stream.chunks[Symbol.asyncIterator]();
  return async () => {
    const { value, done } = (await pieces.next()) as { value?: Uint8Array; done?: boolean };
    return done === true ? 'the end' : Buffer.from(value!).toString();
  };
}

describe('a time limit', () => {
  beforeEach(() => fakeTimeouts());
  afterEach(() => jest.useRealTimers());

  it('applies to each wait for the server', async () => {
    const silent = call('/silent');
    jest.advanceTimersByTime(LIMIT_MS);
    expect(await silent).toMatchObject({ detail: 'no answer in time' });
    const next = await piecesOf('/stalled');
    expect(await next()).toBe('half ');
    const more = next();
    jest.advanceTimersByTime(LIMIT_MS);
    await expect(more).rejects.toThrow('the rest of the response did not arrive in time');
  });

  it('does not apply to the time that the reader takes', async () => {
    const next = await piecesOf('/late');
    let text = '';
    for (let piece = ''; piece !== 'the end'; piece = await next()) {
      text += piece;
      jest.advanceTimersByTime(LIMIT_MS + 1);
    }
    expect(text).toBe('half whole');
  });
});

it('a stream that breaks off fails with its error code', async () => {
  const all = async () => {
    const next = await piecesOf('/cut');
    while ((await next()) !== 'the end');
  };
  await expect(all()).rejects.toThrow(/UND_ERR_SOCKET|ECONNRESET/);
});
