import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { freePort } from './free-port.js';

describe('a free port', () => {
  const { JEST_WORKER_ID: worker } = process.env;
  afterEach(() => (process.env.JEST_WORKER_ID = worker));

  const listener = async (port: number) => {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
  };

  it('is below the ports that the system assigns', async () => {
    const any = await listener(0);
    expect(await freePort()).toBeLessThan(Math.min(any.port, 32_768));
    any.close();
  });

  it('is given out once, and not while something listens on it', async () => {
    const { port: used, close } = await listener(await freePort());
    const ask = () => Promise.all(Array.from({ length: 100 }, () => freePort()));
    const given = await ask();
    expect(new Set(given).size).toBe(100);
    // Twice more, which is all ports of this worker.
    expect([...given, ...(await ask()), ...(await ask())]).not.toContain(used);
    close();
  });

  it('is in a range of its own for each worker of Jest, and for a program without a worker', async () => {
    const ranges: number[] = [];
    for (const id of [undefined, '1', '2', '111']) {
      if (id === undefined) delete process.env.JEST_WORKER_ID;
      else process.env.JEST_WORKER_ID = id;
      ranges.push(Math.floor(((await freePort()) - 10_240) / 200));
    }
    expect(ranges).toEqual([0, 1, 2, 111]);
  });
});
