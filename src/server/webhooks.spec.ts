import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Express } from 'express';
import { GatehouseError, type Webhook } from '../common/index.js';
import { checkConfig, CORE_SECTIONS, readEnvironment } from '../config/index.js';
import { EdgeAdapter } from './edge-adapter.js';
import { serveWebhooks } from './webhooks.js';

const config = checkConfig(CORE_SECTIONS, {}, readEnvironment({}));
let adapter: EdgeAdapter;
let declared: Webhook[];
let timesAsked: number;

beforeEach(async () => {
  declared = [];
  timesAsked = 0;
  adapter = new EdgeAdapter();
  adapter.getInstance<Express>().use((_request, response) => void response.send('a route'));
  serveWebhooks(adapter, config, () => {
    timesAsked++;
    return declared;
  });
  adapter.initHttpServer({});
  await new Promise<void>((resolve) => adapter.listen(0, '127.0.0.1', resolve));
});
afterEach(() => adapter.close());

const webhook = (path: string, says: string, more: Partial<Webhook> = {}): Webhook => ({
  path,
  admits: 'every caller of this test',
  answer: async (_request, response, caller) => void response.end(`${says} for ${caller}`),
  ...more,
});

async function get(path: string) {
  const { port } = adapter.getHttpServer().address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return [answer.status, await answer.text()];
}

it('a webhook answers at its exact path with any query, and other requests go to the routes', async () => {
  declared = [webhook('/hook', 'hook')];

  expect(await get('/hook')).toEqual([200, 'hook for 127.0.0.1']);
  expect(await get('/hook?password=a')).toEqual([200, 'hook for 127.0.0.1']);
  for (const other of ['/', '/hook/', '/Hook', '/hook/more', '/%68ook'])
    expect([other, await get(other)]).toEqual([other, [200, 'a route']]);
});

it('webhooks are read at the first request, and again only after the configuration changes', async () => {
  expect(timesAsked).toBe(0);
  await get('/hook');
  declared = [webhook('/hook', 'hook')];
  expect([await get('/hook'), timesAsked]).toEqual([[200, 'a route'], 1]);

  config.adopt(checkConfig(CORE_SECTIONS, { logging: { level: 'error' } }, readEnvironment({})));
  expect([await get('/hook'), timesAsked]).toEqual([[200, 'hook for 127.0.0.1'], 2]);
});

it('a path that two connectors declare belongs to the first, and the conflict is logged', async () => {
  const error = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  declared = [webhook('/hook', 'first'), webhook('/hook', 'second')];

  expect(await get('/hook')).toEqual([200, 'first for 127.0.0.1']);
  expect(error.mock.calls).toEqual([['two connectors declare /hook: the first one gets it']]);
  error.mockRestore();
});

it('a webhook with its own listener is not answered by the gateway', async () => {
  declared = [webhook('/hook', 'hook', { listener: { host: '127.0.0.1', port: 3978 } })];

  expect(await get('/hook')).toEqual([200, 'a route']);
});

it.each([
  ['in the form of the APIs', new GatehouseError('UNAUTHENTICATED', 'The secret is wrong.'), 401, 'wrong'],
  ['without the cause when it is unexpected', new Error('a secret'), 500, '"code":"INTERNAL"'],
])('an error of a webhook is answered %s', async (_how, thrown, status, text) => {
  declared = [webhook('/hook', '', { answer: () => Promise.reject(thrown) })];

  const [answered, body] = await get('/hook');
  expect([answered, body]).toEqual([status, expect.stringContaining(text)]);
  expect(body).not.toContain('a secret');
});
