import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BridgeSimulator } from '../../../simulators/index.js';
import {
  type AccountFixture,
  accountOf,
  clientOf,
  newMessageEvent,
  QUICK_TIMINGS,
} from '../../../test/support/imbridge.js';
import { eventually } from '../../../test/support/eventually.js';

const ANN = '+12025550143';
let bridge: BridgeSimulator;
/** Answers the test of the webhook, so that only the registration can be wrong. */
let gateway: Server;
let sut: AccountFixture;

beforeEach(async () => {
  bridge = await BridgeSimulator.start({ echoDelayMs: [0, 2] });
  gateway = createServer((request, response) => request.resume().on('end', () => response.end('ok')));
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await sut.account.disconnect();
  await bridge.stop();
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
});

const statuses = () => sut.sink.states.map(({ status }) => status);
const isRegistered = () => eventually(() => bridge.webhooks.length === 1, { what: 'a webhook' });
const connect = async (more: Parameters<typeof accountOf>[1]) => {
  const origin = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  sut = accountOf(bridge, { origin, ...more });
  sut.account.connect(sut.sink);
  await isRegistered();
  await eventually(() => sut.state.values.has('default/cursor'), { what: 'the first catch-up' });
};
const forget = async () => {
  const client = clientOf(bridge);
  for (const { id } of bridge.webhooks) await client.deleteWebhook(id);
  await client.close();
};

it('a webhook lost between two checks of the bridge is made again, and missed messages are fetched', async () => {
  await connect({ timings: { ...QUICK_TIMINGS, healthyMs: 600_000 } });
  await forget();
  await bridge.restart(() => bridge.receiveUnseen({ from: ANN, text: 'unseen' }));
  // The next check of the bridge.
  await sut.account.probe();
  await isRegistered();
  await eventually(() => sut.sink.texts.includes('unseen'), { what: 'the missed message' });
  expect(statuses()).not.toContain('transient-disconnect');
});

it('a message without a webhook makes the account degraded until the webhooks are verified', async () => {
  await connect({ catchUpIntervalMs: 10 });
  await sut.account.receive('new-message', newMessageEvent().data);
  await forget();
  const isList = ({ path }: { path: string }) => path.endsWith('/webhook');
  bridge.faults.requests.all({ kind: 'answer', status: 500, text: 'busy' }, { when: isList });
  bridge.receiveText({ from: ANN, text: 'not announced' });
  await eventually(() => sut.sink.texts.includes('not announced'), { what: 'the catch-up' });
  await eventually(() => sut.sink.status === 'degraded', { what: 'degraded' });
  bridge.faults.clear();
  await isRegistered();
  await eventually(() => sut.sink.status === 'connected', { what: 'connected' });
});

it('messages written while the bridge was away do not make the account degraded', async () => {
  await connect({});
  await bridge.down();
  await eventually(() => sut.sink.status === 'transient-disconnect', { what: 'that it is away' });
  bridge.receiveUnseen({ from: ANN, text: 'meanwhile' });
  await bridge.up();
  await eventually(() => sut.sink.texts.includes('meanwhile'), { what: 'the missed message' });
  await eventually(() => sut.sink.status === 'connected', { what: 'connected' });
  expect(statuses()).not.toContain('degraded');
});
