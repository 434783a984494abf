import { request as httpRequest } from 'node:http';
import { networkInterfaces } from 'node:os';
import { BridgeSimulator, EXAMPLES } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { GatewayProcess } from './support/gateway-process.js';

const SECRET = 'the-webhook-secret';
const TEXT = 'words nobody may log';

interface Post {
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  readonly host?: string;
  readonly method?: string;
}

describe('the webhook of the built gateway', () => {
  let bridge: BridgeSimulator;
  let gateway: GatewayProcess;
  /** An address of this machine that is not loopback, if it has one. */
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((each) => each && !each.internal && each.family === 'IPv4')?.address;

  beforeAll(async () => {
    bridge = await BridgeSimulator.start();
    gateway = new GatewayProcess({
      logging: { level: 'debug' },
      gateway: { host: '0.0.0.0' },
      channels: {
        imbridge: {
          serverUrl: bridge.url,
          password: bridge.password,
          webhookSecret: SECRET,
          dmPolicy: 'open',
        },
      },
    });
    await gateway.start();
    await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
  });
  afterAll(async () => {
    await gateway.dispose();
    await bridge.stop();
  });

  const message = (guid: string) => {
    const { type, data } = EXAMPLES.E1[0] as { type: string; data: object };
    return JSON.stringify({ type, data: { ...data, guid, text: TEXT, dateCreated: Date.now() } });
  };
  const post = ({
    query = '',
    headers = {},
    body = message('A'),
    host = '127.0.0.1',
    method = 'POST',
  }: Post) =>
    new Promise<number>((resolve, reject) => {
      const { port } = new URL(gateway.url);
      const options = { host, port, method, path: `/imbridge-webhook${query}` };
      const call = httpRequest(
        { ...options, headers: { 'content-type': 'application/json', ...headers } },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      call.on('error', reject);
      call.end(body);
    });
  const good = `?password=${SECRET}`;
  const stored = async () => {
    const { body } = await gateway.admin('GET', '/deliveries');
    return (body.items as unknown[]).length;
  };

  it.each([
    ['a wrong password', { query: '?password=wrong' }, 401],
    ['the API password instead of the webhook secret', { query: '?password=bridge-password' }, 401],
    ['a wrong guid', { query: '?guid=wrong' }, 401],
    ['a wrong header', { headers: { 'x-password': 'wrong' } }, 401],
    ['a wrong bearer token', { headers: { authorization: 'Bearer wrong' } }, 401],
    ['no secret behind a proxy on this machine', { headers: { 'x-forwarded-for': '127.0.0.1' } }, 401],
    ['no secret, Forwarded', { headers: { forwarded: 'for=127.0.0.1' } }, 401],
    ['no secret and a foreign host', { headers: { host: 'gateway.example.org' } }, 401],
    ['a 2 MB body', { query: good, body: Buffer.alloc(2 * 1024 * 1024, 97) }, 413],
    [
      'a 2 MB body without a right to send one',
      { query: '?password=wrong', body: Buffer.alloc(2 * 1024 * 1024, 97) },
      401,
    ],
    ['broken JSON', { query: good, body: '{"type": "new-message", ' }, 400],
    ['nothing', { query: good, body: '' }, 400],
    ['another content type', { query: good, headers: { 'content-type': 'image/png' }, body: 'x' }, 415],
    ['GET', { query: good, method: 'GET', body: '' }, 405],
    ['an unknown event', { query: good, body: '{"type":"no-such-event","data":{}}' }, 200],
    ['an event without data', { query: good, body: '{"type":"new-message"}' }, 200],
    ['a message without fields', { query: good, body: '{"type":"new-message","data":{}}' }, 200],
    [
      'a message of wrong types',
      { query: good, body: '{"type":"new-message","data":{"guid":7,"chats":"x","handle":[]}}' },
      200,
    ],
    ['an update', { query: good, body: JSON.stringify(EXAMPLES.E25[0]) }, 200],
  ] as [string, Post, number][])(
    'answers %s with the right status and stores nothing',
    async (_name, call, status) => {
      expect(await post(call)).toBe(status);
      expect(await stored()).toBe(0);
    },
  );

  // Skipped only on a machine with loopback addresses only; credentials.spec.ts tests the rule there.
  const test = outside ? it : it.skip;
  test('refuses calls without a secret from another address, whatever their headers claim', async () => {
    expect(await post({ host: outside! })).toBe(401);
    expect(await post({ host: outside!, headers: { 'x-forwarded-for': '127.0.0.1' } })).toBe(401);
    expect(await post({ host: outside!, headers: { host: 'localhost', 'x-real-ip': '127.0.0.1' } })).toBe(
      401,
    );
    expect(await stored()).toBe(0);
  });

  it('accepts a message with the secret in each documented place, once', async () => {
    const basic = `Basic ${Buffer.from(`imb:${SECRET}`).toString('base64')}`;
    const places: Post[] = [
      { query: good },
      { query: `?guid=${SECRET}` },
      { headers: { 'x-password': SECRET } },
      { headers: { 'x-guid': SECRET } },
      { headers: { authorization: SECRET } },
      { headers: { authorization: `Bearer ${SECRET}` } },
      { headers: { authorization: basic } },
      {},
    ];
    for (const [n, place] of places.entries())
      expect([n, await post({ ...place, body: message(`G${n}`) })]).toEqual([n, 200]);
    for (const place of places) expect(await post({ ...place, body: message('G0') })).toBe(200);
    await eventually(async () => (await stored()) === places.length, { what: 'the answers' });
    expect(await stored()).toBe(places.length);
  });

  it('accepts ids with lone surrogates without a crash', async () => {
    const { data } = JSON.parse(message('X')) as { data: { chats: object[] } };
    const half = '\ud800';
    for (const change of [
      { guid: half },
      { guid: 'H1', chats: [{ ...data.chats[0], guid: `iMessage;-;${half}` }] },
    ]) {
      const body = JSON.stringify({ type: 'new-message', data: { ...data, ...change } });
      expect(await post({ query: good, body })).toBe(200);
    }
    expect(gateway.isRunning).toBe(true);
  });

  it('answers 429 to an address that keeps guessing, even with the right secret', async () => {
    await eventually(async () => (await post({ query: '?password=guess' })) === 429, { what: 'a lock-out' });
    expect(await post({ query: good })).toBe(429);
  });

  it('logs no secret and no message text, and keeps running', () => {
    expect(gateway.isRunning).toBe(true);
    for (const secret of [SECRET, bridge.password, gateway.token, TEXT])
      expect(gateway.output).not.toContain(secret);
  });
});
