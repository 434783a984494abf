import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BridgeSimulator } from '../../../simulators/index.js';
import { type AccountFixture, accountOf, newMessageEvent } from '../../../test/support/imbridge.js';
import { eventually } from '../../../test/support/eventually.js';
import { HEALTH_TIMEOUT_MS } from '../client/imbridge.client.js';
import { imbridgeCapabilities } from '../imbridge.capabilities.js';
import { MONITOR_TIMINGS } from './imbridge.monitor.js';

let bridge: BridgeSimulator;
let gateway: Server;
let origin: string;
let sut: AccountFixture;
/** What stands at our address answers. */
let answer: { readonly status: number; readonly text: string };
const calls: string[] = [];

beforeEach(async () => {
  answer = { status: 200, text: 'ok' };
  calls.length = 0;
  bridge = await BridgeSimulator.start({ echoDelayMs: [0, 2] });
  gateway = createServer((request, response) => {
    calls.push(request.url ?? '');
    request.resume().on('end', () => response.writeHead(answer.status).end(answer.text));
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await sut.account.disconnect();
  await bridge.stop();
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
});

const connect = (more: Parameters<typeof accountOf>[1] = {}) => {
  sut = accountOf(bridge, { origin, ...more });
  sut.account.connect(sut.sink);
};
const is = (status: string, reason = '') =>
  eventually(() => sut.sink.status === status && (sut.sink.states.at(-1)?.reason ?? '').includes(reason), {
    what: `${status} ${reason}`,
  });
const features = () => imbridgeCapabilities({ info: sut.account.info.known() }).features;

it('is degraded while the helper is gone or the Private API off, and what can be done follows', async () => {
  connect();
  await is('connected');
  expect(features()).toMatchObject({ typing: 'full', edit: 'full' });
  bridge.faults.helperOff = true;
  await is('degraded', 'helper');
  expect(features()).toMatchObject({ typing: 'dropped', edit: 'rejected', sendAttachment: 'partial' });
  bridge.faults.helperOff = false;
  bridge.faults.privateApiOff = true;
  await is('degraded', 'Switch it on in the settings of the bridge');
  bridge.faults.clear();
  await is('connected');
  expect(features()).toMatchObject({ edit: 'full' });
});

it('follows the probe of an operator at once', async () => {
  connect();
  await is('connected');
  bridge.faults.helperOff = true;
  expect(await sut.account.probe()).toMatchObject({ reachable: true, helper_connected: false });
  expect(features().edit).toBe('rejected');
  await is('degraded', 'helper');
});

it.each([
  ['a proxy that knows no such path', { status: 404, text: 'no such page' }, 'HTTP 404'],
  ['a proxy that has another method in mind', { status: 405, text: '' }, 'HTTP 405'],
  ['somebody else', { status: 200, text: '<html>' }, 'somebody else answers there'],
])('row 38: is degraded while %s stands where the webhook is to be', async (_what, given, problem) => {
  answer = given;
  connect();
  await is('degraded', problem);
  const { reason } = sut.sink.states.at(-1)!;
  expect(reason).toContain(`${origin}/imbridge-webhook`);
  expect(reason).toContain('check gateway.publicUrl');
  expect(reason).not.toContain('hook-secret');
  expect(calls).toContain('/imbridge-webhook?password=hook-secret');
  expect(await sut.account.probe()).toMatchObject({ webhook: 'registered', webhookProblem: reason });
  // What comes proves that it does come.
  await sut.account.receive('new-message', newMessageEvent().data);
  await is('connected');
});

it('is degraded while no webhook leads here and nobody but a person can enter one', async () => {
  connect({ origin: undefined });
  await is('degraded', 'set gateway.publicUrl');
});

it('notices a bridge that is gone, or does not answer, within 15 s', () => {
  expect(MONITOR_TIMINGS.healthyMs + HEALTH_TIMEOUT_MS).toBeLessThanOrEqual(15_000);
});
