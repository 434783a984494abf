import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { eventually } from '../../../test/support/eventually.js';
import { oneAtATime } from './one-at-a-time.js';

const requestFor = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

describe('oneAtATime', () => {
  let server: Server;
  let client: Socket;
  /** Paths in the order in which Node has read them. */
  let read: string[];
  let received: string;

  /** Serves with the listener, and connects a client. */
  async function serve(listener: (request: IncomingMessage, response: ServerResponse) => unknown) {
    server.on('request', ({ url }) => read.push(url!)).on('request', oneAtATime(listener));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = await connected();
    client.on('data', (data: Buffer) => (received += data.toString('latin1')));
  }
  const connected = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  /** The bodies of the answers so far. */
  const answers = () => [...received.matchAll(/\r\n\r\n(\/\d+;)/g)].map(([, body]) => body);

  beforeEach(() => {
    server = createServer();
    [read, received] = [[], ''];
  });
  afterEach(async () => {
    client.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('handles one pipelined request in a turn of the event loop, and answers all in order', async () => {
    const turns: number[] = [];
    let turn = 0;
    await serve(({ url }, response) => {
      if (turns.length === 0)
        setImmediate(function count() {
          turn++;
          if (turns.length < 20) setImmediate(count);
        });
      turns.push(turn);
      response.end(`${url};`);
    });
    client.write(Array.from({ length: 20 }, (_, n) => requestFor(`/${n}`)).join(''));
    await eventually(() => answers().length === 20);
    expect(answers()).toEqual(Array.from({ length: 20 }, (_, n) => `/${n};`));
    expect(new Set(turns).size).toBe(20);
  });

  it('begins no pipelined request before the one before it is answered', async () => {
    const open: (() => void)[] = [];
    await serve(({ url }, response) => open.push(() => response.end(`${url};`)));
    client.write(requestFor('/0') + requestFor('/1') + requestFor('/2'));
    for (const n of [0, 1, 2]) {
      await eventually(() => read.length === 3 && open.length === n + 1);
      open[n]!();
    }
    await eventually(() => answers().length === 3);
  });

  it('handles a single request in the turn in which it was read', async () => {
    let hasPassed = false;
    await serve((_request, response) => {
      hasPassed = true;
      response.end('/0;');
    });
    const atOnce = new Promise((resolve) => server.on('request', () => resolve(hasPassed)));
    client.write(requestFor('/0'));
    expect(await atOnce).toBe(true);
  });

  it('stops reading a connection with many waiting requests, and answers all of them in the end', async () => {
    let first: (() => void) | undefined;
    await serve((_request, response) => {
      if (first) response.end();
      else first = () => response.end();
    });
    // As Node does whenever a body has been read.
    server.on('request', ({ socket }) => socket.resume());
    const total = 6_000;
    client.write(requestFor('/').repeat(total));
    const side = await connected();
    await eventually(() => read.length > 100);
    // Another connection is served meanwhile, so the first one has had its chance to be read on.
    side.write(requestFor('/side'));
    await eventually(() => read.includes('/side'));
    side.destroy();
    // A piece that is read at once has 64 kB.
    expect(read.length).toBeLessThan(100 + 2 * (65_536 / requestFor('/').length));
    first!();
    await eventually(() => read.length === total + 1, { timeoutMs: 60_000 });
  });

  it('drops the waiting requests of a connection that has ended', async () => {
    const passed: string[] = [];
    let end: (() => void) | undefined;
    await serve(({ url }, response) => {
      passed.push(url!);
      end = () => response.end();
    });
    client.write(requestFor('/0') + requestFor('/1'));
    await eventually(() => read.length === 2);
    client.destroy();
    const connections = () =>
      new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
    await eventually(async () => (await connections()) === 0);
    end!();
    await new Promise((resolve) => setImmediate(resolve));
    expect(passed).toEqual(['/0']);
  });
});
