import { type AddressInfo, connect } from 'node:net';
import type { Express, RequestHandler } from 'express';
import { eventually } from '../../test/support/eventually.js';
import { EdgeAdapter } from './edge-adapter.js';

let sut: EdgeAdapter;
let seenByExpress: string[];

beforeEach(async () => {
  seenByExpress = [];
  sut = new EdgeAdapter();
  sut.getInstance<Express>().use((request, response) => {
    seenByExpress.push(request.path);
    response.json({ by: 'express' });
  });
  sut.initHttpServer({});
  await new Promise<void>((resolve) => sut.listen(0, '127.0.0.1', resolve));
});
afterEach(() => sut.close());

async function get(path: string, ...early: RequestHandler[]) {
  for (const handler of early) sut.useEarly(handler);
  const { port } = sut.getHttpServer().address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: answer.status, header: answer.headers.get('x-early'), body: await answer.text() };
}

const mark: RequestHandler = (_request, response, next) => {
  response.setHeader('X-Early', 'yes');
  next();
};

it('requests that the early handlers leave go to Express', async () => {
  await expect(get('/a?b', mark)).resolves.toEqual({ status: 200, header: 'yes', body: '{"by":"express"}' });
  expect(seenByExpress).toEqual(['/a']);
});

it('early handlers run in order, and answer with the methods of Express', async () => {
  const answer: RequestHandler = ({ path, originalUrl, app }, response) => {
    response.status(202).json({ path, originalUrl, isApp: app === sut.getInstance() });
  };

  await expect(get('/a?b', mark, answer)).resolves.toEqual({
    status: 202,
    header: 'yes',
    body: '{"path":"/a","originalUrl":"/a?b","isApp":true}',
  });
  expect(seenByExpress).toEqual([]);
});

it('the requests of one connection are handled one after the other', async () => {
  const open: (() => void)[] = [];
  sut.useEarly((_request, response) => void open.push(() => response.end()));
  const read: unknown[] = [];
  sut.getHttpServer().on('request', (request) => read.push(request));
  const { port } = sut.getHttpServer().address() as AddressInfo;
  const client = connect(port, '127.0.0.1').resume();
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2));

  await eventually(() => read.length === 2);
  expect(open).toHaveLength(1);
  open[0]!();
  await eventually(() => open.length === 2);
  client.destroy();
});

it.each([
  [
    'throws',
    () => {
      throw new Error('secret');
    },
  ],
  ['rejects', () => Promise.reject(new Error('secret'))],
  ['passes on an error', (_request, _response, next) => next(new Error('secret'))],
] satisfies [string, RequestHandler][])(
  'an early handler that %s is answered like a failing route',
  async (_, handler) => {
    const { status, body } = await get('/', handler);

    expect(status).toBe(500);
    expect(body).toContain('"code":"INTERNAL"');
    expect(body).not.toContain('secret');
  },
);
