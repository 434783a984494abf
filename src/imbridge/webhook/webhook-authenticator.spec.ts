import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { request } from 'undici';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { newMessageEvent, RecordingSink } from '../../../test/support/imbridge.js';
import {
  connectAll,
  startWebhookApp,
  type WebhookFixture,
  type WebhookOptions,
} from '../../../test/support/imbridge-webhook-app.js';

const BRIDGE = 'http://127.0.0.1:1';
const ONE = { serverUrl: BRIDGE, password: 'api-password', webhookSecret: 'hook secret+&' };
const SECRET = encodeURIComponent(ONE.webhookSecret);

let fixture: WebhookFixture | undefined;
let sink: RecordingSink;

async function start(options: Partial<WebhookOptions> = {}): Promise<void> {
  fixture = await startWebhookApp({ imbridge: ONE, ...options });
  connectAll(fixture, sink);
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly text: string;
}

async function post(target: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await request(fixture!.url + target, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(newMessageEvent()),
  });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

const PATH = '/imbridge-webhook';
const refusedAll = { gateway: { trustedProxies: ['127.0.0.1'] } };

beforeEach(() => {
  sink = new RecordingSink();
});
afterEach(async () => {
  for (const { settings } of fixture?.accounts.all() ?? [])
    await fixture?.connector.disconnect(settings.account);
  await fixture?.app.close();
  fixture = undefined;
});

describe('a webhook with a secret', () => {
  beforeEach(() => start(refusedAll));

  it.each(['guid', 'password', 'token'])('row 39: is accepted with ?%s=', async (name) => {
    expect(await post(`${PATH}?${name}=${SECRET}`)).toMatchObject({ status: 200, text: 'ok' });
    expect(sink.texts).toEqual(['Are we still on for six?']);
  });

  const HEADERS: readonly (readonly [string, string])[] = [
    ['x-guid', ONE.webhookSecret],
    ['x-password', ONE.webhookSecret],
    ['x-imbridge-guid', ONE.webhookSecret],
    ['x-bluebubbles-guid', ONE.webhookSecret],
    ['authorization', ONE.webhookSecret],
    ['authorization', `Bearer ${ONE.webhookSecret}`],
    ['authorization', `Basic ${Buffer.from(`imb:${ONE.webhookSecret}`).toString('base64')}`],
  ];
  it.each(HEADERS)('row 39: is accepted with the header %s: %s', async (name, value) => {
    expect(await post(PATH, { [name]: value })).toMatchObject({ status: 200 });
  });

  it('row 42: is refused with the API password, wherever it stands', async () => {
    const answers = [
      await post(`${PATH}?guid=${ONE.password}`),
      await post(PATH, { 'x-password': ONE.password }),
      await post(PATH, { authorization: `Bearer ${ONE.password}` }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(sink.accepted).toEqual([]);
  });

  it.each([
    ['nothing', PATH],
    ['a wrong one', `${PATH}?password=wrong`],
    ['an empty one', `${PATH}?password=`],
    ['part of it', `${PATH}?password=hook`],
    ['many', `${PATH}?password=a&password=b&guid[]=c`],
  ])('is refused with %s', async (_what, target) => {
    const answer = await post(target);
    expect(answer).toMatchObject({ status: 401, text: 'unauthorized' });
    expect(answer.headers.connection).toBe('close');
    expect(sink.accepted).toEqual([]);
  });
});

it('a webhook is accepted with the password when no secret is set', async () => {
  await start({ ...refusedAll, imbridge: { serverUrl: BRIDGE, password: 'api-password' } });
  expect(await post(`${PATH}?guid=api-password`)).toMatchObject({ status: 200 });
});

describe('the localhost rule', () => {
  it('accepts a webhook from this machine without a secret', async () => {
    await start();
    expect(await post(PATH)).toMatchObject({ status: 200 });
  });

  it.each([
    ['warned of with', undefined, 1],
    ['no longer warned of with another secret than', 'of its own', 0],
  ])('is %s the API password', async (_what, webhookSecret, warnings) => {
    const warn = jest.spyOn(Logger.prototype, 'warn');
    await start({
      imbridge: { serverUrl: BRIDGE, password: 'api-password', ...(webhookSecret && { webhookSecret }) },
    });
    const told = warn.mock.calls.filter(([text]) => String(text).includes('need no secret'));
    warn.mockRestore();
    expect(told).toHaveLength(warnings);
  });

  it('does not accept a wrong or empty secret', async () => {
    await start();
    expect(await post(`${PATH}?password=wrong`)).toMatchObject({ status: 401 });
    expect(await post(`${PATH}?password=`)).toMatchObject({ status: 401 });
    expect(await post(PATH, { authorization: 'Bearer x' })).toMatchObject({ status: 401 });
  });

  it.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', 'origin'])(
    'CVE-2026-26316: does not apply with the header %s',
    async (name) => {
      await start();
      expect(await post(PATH, { [name]: '127.0.0.1' })).toMatchObject({ status: 401 });
    },
  );

  it('does not apply to another Host', async () => {
    await start();
    expect(await post(PATH, { host: 'gateway.example.org' })).toMatchObject({ status: 401 });
  });

  it.each([
    ['trustedProxies', { gateway: { trustedProxies: ['10.0.0.1'] } }],
    ['publicUrl', { gateway: { publicUrl: 'https://gateway.example.org' } }],
    ['webhookUrl', { imbridge: { ...ONE, webhookUrl: 'https://gateway.example.org' } }],
    ['trustLocalhost: false', { imbridge: { ...ONE, trustLocalhost: false } }],
  ])('CVE-2026-26316: does not apply with %s', async (_what, options) => {
    await start(options);
    expect(await post(PATH)).toMatchObject({ status: 401 });
  });
});

describe('two accounts on one path', () => {
  const accounts = { a: { serverUrl: BRIDGE, password: 'pa' }, b: { serverUrl: BRIDGE, password: 'pb' } };
  beforeEach(() => start({ imbridge: { accounts } }));

  it('are told apart by the secret', async () => {
    expect(await post(`${PATH}?password=pb`)).toMatchObject({ status: 200 });
    expect(sink.accepted.map((event) => event.account)).toEqual(['b']);
  });

  it('refuse a webhook with both secrets, and one with none', async () => {
    expect(await post(`${PATH}?password=pb&guid=pa`)).toMatchObject({ status: 401 });
    expect(await post(PATH)).toMatchObject({ status: 401 });
  });
});

describe('the rate limit', () => {
  const exhaust = async (headers?: Record<string, string>) => {
    for (let i = 0; i < 60; i++) await post(`${PATH}?password=wrong`, headers);
  };

  it('CVE-2026-35623: refuses an address until the minute is over, even with the right secret', async () => {
    const clock = new FakeClock(Date.UTC(2026, 0, 21, 13));
    await start({ ...refusedAll, clock });
    await exhaust();
    expect(await post(`${PATH}?password=${SECRET}`)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '60' },
    });
    clock.advance(60_000);
    expect(await post(`${PATH}?password=${SECRET}`)).toMatchObject({ status: 200 });
  });

  describe('with a long secret', () => {
    const LONG = 'a'.repeat(24);
    const withSecret = (webhookSecret: string) =>
      start({ ...refusedAll, imbridge: { ...ONE, webhookSecret } });

    it('refuses clients with a wrong secret, never the bridge at the same address', async () => {
      await withSecret(LONG);
      await exhaust();
      expect(await post(`${PATH}?password=wrong`)).toMatchObject({ status: 429 });
      expect(await post(PATH)).toMatchObject({ status: 429 });
      expect(await post(`${PATH}?password=${LONG}`)).toMatchObject({ status: 200 });
      expect(sink.accepted).toHaveLength(1);
    });

    it('counts a missing secret as a failure', async () => {
      await withSecret(LONG);
      for (let i = 0; i < 60; i++) await post(PATH);
      expect(await post(PATH)).toMatchObject({ status: 429 });
      expect(await post(`${PATH}?password=${LONG}`)).toMatchObject({ status: 200 });
    });

    it('treats a secret as long from 24 characters on', async () => {
      await withSecret(` ${'a'.repeat(23)} `);
      await exhaust();
      expect(await post(`${PATH}?password=${'a'.repeat(23)}`)).toMatchObject({ status: 429 });
    });

    it('applies to the localhost rule', async () => {
      await start({ imbridge: { ...ONE, webhookSecret: LONG } });
      await exhaust();
      expect(await post(PATH)).toMatchObject({ status: 429 });
    });
  });

  it('counts by the client behind a trusted proxy', async () => {
    await start(refusedAll);
    await exhaust({ 'x-forwarded-for': '198.51.100.7' });
    const from = (address: string) => post(`${PATH}?password=${SECRET}`, { 'x-forwarded-for': address });
    expect(await from('198.51.100.7')).toMatchObject({ status: 429 });
    expect(await from('198.51.100.8')).toMatchObject({ status: 200 });
  });

  it('CVE-2026-35623: counts all addresses together, and never refuses a long secret or a known bridge', async () => {
    const LONG = 'a'.repeat(24);
    const clock = new FakeClock(Date.UTC(2026, 0, 21, 13));
    const accounts = { short: { password: 'short' }, long: { password: LONG } };
    await start({ ...refusedAll, clock, imbridge: { serverUrl: BRIDGE, accounts } });
    const from = async (address: string, secret: string) =>
      (await post(`${PATH}?password=${secret}`, { 'x-forwarded-for': address })).status;
    expect(await from('198.51.100.1', 'short')).toBe(200);
    for (let guesser = 1; guesser <= 10; guesser++)
      await Promise.all(Array.from({ length: 60 }, () => from(`203.0.113.${guesser}`, 'guess')));
    expect(await from('203.0.113.200', 'guess')).toBe(429);
    expect(await from('203.0.113.200', 'short')).toBe(429);
    expect(await from('203.0.113.200', LONG)).toBe(200);
    expect(await from('198.51.100.1', 'short')).toBe(200);
    clock.advance(60_000);
    expect(await from('203.0.113.200', 'short')).toBe(200);
  });

  it('cannot be evaded by a forged header', async () => {
    await start();
    for (let i = 0; i < 60; i++)
      await post(`${PATH}?password=wrong`, { 'x-forwarded-for': `198.51.100.${i}` });
    expect(await post(PATH)).toMatchObject({ status: 429 });
  });
});

it('a webhook for a disabled account answers 404', async () => {
  fixture = await startWebhookApp({ imbridge: { ...ONE, enabled: false } });
  expect(fixture.connector.accounts()).toEqual([]);
  expect((await post(`${PATH}?password=${SECRET}`)).status).toBe(404);
});

it('a webhook before the account is connected answers 503', async () => {
  fixture = await startWebhookApp({ imbridge: ONE });
  expect(await post(PATH)).toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
  connectAll(fixture, sink);
  expect(await post(PATH)).toMatchObject({ status: 200 });
});
