import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { BridgeSimulator } from '../../../simulators/index.js';
import { type AccountFixture, accountOf, newMessageEvent } from '../../../test/support/imbridge.js';
import { eventually } from '../../../test/support/eventually.js';
import { type ConversationId, DEFAULT_ACCOUNT } from '../../channels/index.js';
import { HEALTH_TIMEOUT_MS } from '../service/client/bridge-client.js';
import { MONITOR_TIMINGS } from './monitor.js';
import { WebhookHealth } from './webhook-health.js';

let bridge: BridgeSimulator;
let gateway: Server;
let origin: string;
let sut: AccountFixture;
let isConnected = false;
/** The answer of the program at our address. */
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
  if (isConnected) await sut.account.disconnect();
  isConnected = false;
  await bridge.stop();
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
});

const connect = (more: Parameters<typeof accountOf>[1] = {}) => {
  sut = accountOf(bridge, { origin, ...more });
  sut.account.connect(sut.sink);
  isConnected = true;
};
const is = (status: string, reason = '') =>
  eventually(() => sut.sink.status === status && (sut.sink.states.at(-1)?.reason ?? '').includes(reason), {
    what: `${status} ${reason}`,
  });
const features = () => sut.account.capabilities('+;chat1' as ConversationId).features;

it('the account is degraded without the helper and connected without a Private API; actions follow', async () => {
  connect();
  await is('connected');
  expect(features()).toMatchObject({ typing: 'full', edit: 'full' });
  bridge.faults.helperOff = true;
  await is('degraded', 'helper');
  expect(features()).toMatchObject({ typing: 'dropped', edit: 'rejected', sendAttachment: 'partial' });
  bridge.faults.helperOff = false;
  bridge.faults.privateApiOff = true;
  await is('connected', 'Text and files only: the Private API is off');
  expect(features()).toMatchObject({ typing: 'dropped', edit: 'rejected', sendAttachment: 'partial' });
  bridge.faults.clear();
  await eventually(() => sut.sink.states.at(-1)?.reason === undefined);
  expect(features()).toMatchObject({ edit: 'full' });
});

it('the account is degraded while iMessage is signed out on the Mac', async () => {
  connect();
  await is('connected');
  bridge.faults.signedOut = true;
  await is(
    'degraded',
    'iMessage is signed out on the Mac, so it neither sends nor receives messages. Sign in on the Mac',
  );
  bridge.faults.signedOut = false;
  await is('connected');
});

it('a probe of an operator changes the state at once', async () => {
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
  ['another program', { status: 200, text: '<html>' }, 'another program responds there'],
])(
  "row 38: the account is degraded while %s answers at the webhook's address",
  async (_what, given, problem) => {
    answer = given;
    connect();
    await is('degraded', problem);
    const { reason } = sut.sink.states.at(-1)!;
    expect(reason).toContain(`${origin}/imbridge-webhook`);
    expect(reason).toContain('check gateway.publicUrl');
    expect(reason).not.toContain('hook-secret');
    expect(calls).toContain('/imbridge-webhook?password=hook-secret');
    expect(await sut.account.probe()).toMatchObject({ webhook: 'registered', webhookProblem: reason });
    // A received event proves that events arrive.
    await sut.account.receive('new-message', newMessageEvent().data);
    await is('connected');
  },
);

it("a received event proves the webhook's address for a day, even when it cannot be called from here", async () => {
  let at = origin;
  let passed = 0;
  const now = performance.now.bind(performance);
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + passed);
  try {
    const target = {
      account: DEFAULT_ACCOUNT,
      path: '/imbridge-webhook',
      secret: 'hook-secret',
      origin: () => Promise.resolve(at),
    };
    const health = new WebhookHealth(target, () => undefined);
    const look = async (hours: number, where: string) => {
      [passed, at] = [hours * 3_600_000, where];
      await health.look('registered');
      return health.problem;
    };
    const nowhere = 'http://127.0.0.1:1';
    expect(await look(0, nowhere)).toMatch(/cannot be called from here .* Send a message to the Mac/);
    health.arrived();
    expect(health.problem).toBeUndefined();
    expect(await look(23, nowhere)).toBeUndefined();
    expect(await look(25, nowhere)).toContain('cannot be called from here');
    answer = { status: 404, text: '' };
    health.arrived();
    expect(await look(26, origin)).toContain('HTTP 404');
  } finally {
    clock.mockRestore();
  }
});

it('the account is degraded while the webhook has to be entered by hand and is missing', async () => {
  connect({ origin: undefined });
  await is('degraded', 'set webhookUrl or gateway.publicUrl');
});

it('a bridge that is gone or does not answer is noticed within 15 s', () => {
  expect(MONITOR_TIMINGS.healthyMs + HEALTH_TIMEOUT_MS).toBeLessThanOrEqual(15_000);
});
