import { jest } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { clientOf, MemoryState } from '../../../test/support/imbridge.js';
import { DEFAULT_ACCOUNT } from '../../channels/index.js';
import { BridgeSimulator, type RequestFault } from '../../../simulators/index.js';
import type { BridgeClient } from '../service/client/bridge-client.js';
import { WEBHOOK_EVENTS } from './registration-view.js';
import { WebhookRegistration, type WebhookTarget } from './webhook-registration.js';

const ORIGIN = 'https://gateway.example.org';
const URL_WITH_SECRET = `${ORIGIN}/imbridge-webhook?password=s3cret%2B%26`;
let bridge: BridgeSimulator;
let client: BridgeClient;
let state: MemoryState;
let clock: FakeClock;

beforeEach(async () => {
  bridge = await BridgeSimulator.start();
  client = clientOf(bridge);
  state = new MemoryState();
  clock = new FakeClock();
});
afterEach(async () => {
  await client.close();
  await bridge.stop();
});

const registration = (more: Partial<WebhookTarget> = {}) =>
  new WebhookRegistration(
    {
      account: DEFAULT_ACCOUNT,
      path: '/imbridge-webhook',
      secret: 's3cret+&',
      origin: async () => ORIGIN,
      ...more,
    },
    client,
    state,
    clock,
  );
const add = (url: string, events: readonly string[] = WEBHOOK_EVENTS) => client.createWebhook(url, events);
const urls = () => bridge.webhooks.map((row) => row.url);

it('row 20: the webhook is registered with its secret and events', async () => {
  expect(await registration().ensure()).toBe('registered');
  expect(bridge.webhooks).toMatchObject([{ url: URL_WITH_SECRET, events: WEBHOOK_EVENTS }]);
});

it('a correct webhook is kept', async () => {
  await add(URL_WITH_SECRET);
  const [row] = bridge.webhooks;
  await registration().ensure();
  await registration().ensure();
  expect(bridge.webhooks).toEqual([row]);
});

it.each([
  ['another secret', [`${ORIGIN}/imbridge-webhook?password=old`], undefined],
  ['no secret', [`${ORIGIN}/imbridge-webhook`], undefined],
  ['credentials in the URL', ['https://imb:old@gateway.example.org/imbridge-webhook/'], undefined],
  ['other events', [URL_WITH_SECRET], ['new-message']],
  ['copies', [URL_WITH_SECRET, `${ORIGIN}/imbridge-webhook?password=old`], undefined],
])('%s is repaired', async (_what, rows, events) => {
  for (const url of rows) await add(url, events);
  expect(await registration().ensure()).toBe('registered');
  expect(bridge.webhooks).toMatchObject([{ url: URL_WITH_SECRET, events: WEBHOOK_EVENTS }]);
});

it('webhooks of others are not touched', async () => {
  const others = [
    'https://other.example.org/imbridge-webhook',
    `${ORIGIN}/elsewhere`,
    `http://gateway.example.org/imbridge-webhook`,
    `${ORIGIN}:8443/imbridge-webhook`,
  ];
  for (const url of others) await add(url);
  await registration().ensure();
  expect(urls()).toEqual([...others, URL_WITH_SECRET]);
});

describe("after a change of the gateway's address", () => {
  const moved = () => registration({ origin: async () => 'https://new.example.org:8443', secret: 'other' });

  it('the webhook of the old address is deleted', async () => {
    await registration().ensure();
    await add('https://gateway.example.org/elsewhere');
    await moved().ensure();
    expect(urls()).toEqual([
      'https://gateway.example.org/elsewhere',
      'https://new.example.org:8443/imbridge-webhook?password=other',
    ]);
  });

  it('the stored address has no secret', async () => {
    await registration().ensure();
    expect([...state.values]).toEqual([['default/webhookAddress', `${ORIGIN}/imbridge-webhook`]]);
    await registration().ensure();
    expect(state.writes).toHaveLength(1);
  });

  it('a failed deletion is tried again', async () => {
    await registration().ensure();
    bridge.faults.requests.next({ kind: 'cut' }, { when: ({ method }) => method === 'DELETE' });
    const sut = moved();
    expect(await sut.ensure()).toBe('failed');
    expect(await sut.ensure()).toBe('registered');
    expect(urls()).toEqual(['https://new.example.org:8443/imbridge-webhook?password=other']);
  });

  it('the webhook is registered without the state store, too', async () => {
    state.isDown = true;
    expect(await registration().ensure()).toBe('registered');
  });
});

it.each<[string, 'GET' | 'POST', RequestFault, string | undefined]>([
  ['a list that is cut off', 'GET', { kind: 'cut' }, ORIGIN],
  ['a list that is refused', 'GET', { kind: 'answer', status: 500 }, ORIGIN],
  ['a creation that is refused', 'POST', { kind: 'answer', status: 500 }, ORIGIN],
  ['a list that is refused, where it is entered by hand', 'GET', { kind: 'answer', status: 500 }, undefined],
])('the check is due again after %s, and every ten minutes', async (_, verb, fault, origin) => {
  const sut = registration({ origin: async () => origin });
  expect(sut.isDue).toBe(true);
  bridge.faults.requests.next(fault, { when: ({ method }) => method === verb });
  expect(await sut.ensure()).toBe('failed');
  expect(sut.isDue).toBe(true);
  expect(await sut.ensure()).not.toBe('failed');
  clock.advance(10 * 60_000 - 1);
  expect(sut.isDue).toBe(false);
  clock.advance(1);
  expect(sut.isDue).toBe(true);
});

it('the check is due again where the connection broke while it ran', async () => {
  const sut = registration();
  const during = jest.spyOn(client, 'interruptions', 'get').mockReturnValue(1);
  state.set = async () => void during.mockReturnValue(2);
  await sut.ensure();
  expect(sut.isDue).toBe(true);
  await sut.ensure();
  expect(sut.isDue).toBe(false);
});

it('the check is due in time after the clock was set back', async () => {
  const sut = registration();
  await sut.ensure();
  clock.jump(-86_400_000);
  clock.advance(10 * 60_000);
  expect(sut.isDue).toBe(true);
});

it('a webhook entered by hand is only checked', async () => {
  const sut = registration({ origin: async () => undefined });
  expect(await sut.ensure()).toBe('missing');
  await add('https://tunnel.example/imbridge-webhook?password=x');
  const [row] = bridge.webhooks;
  expect(await sut.ensure()).toBe('by-hand');
  expect(bridge.webhooks).toEqual([row]);
});

it('a failed check is tried again', async () => {
  const sut = registration();
  bridge.faults.requests.next({ kind: 'cut' });
  expect(await sut.ensure()).toBe('failed');
  expect(await sut.ensure()).toBe('registered');
});

it('one check runs at a time', async () => {
  const sut = registration();
  await Promise.all([sut.ensure(), sut.ensure(), sut.ensure()]);
  expect(urls()).toEqual([URL_WITH_SECRET]);
  expect(bridge.requests).toHaveLength(2);
});
