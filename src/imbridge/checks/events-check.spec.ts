import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BridgeSimulator } from '../../../simulators/index.js';
import { type AccountFixture, accountOf } from '../../../test/support/imbridge.js';
import { eventually } from '../../../test/support/eventually.js';
import { type CheckResult, runChecks } from '../../common/index.js';

const ANN = '+12025550143';
let bridge: BridgeSimulator;
/** Takes the calls of the bridge and of the self test, and hands events to the account. */
let gateway: Server;
let answer: { status: number; text: string };
let sut: AccountFixture;

beforeEach(async () => {
  answer = { status: 200, text: 'ok' };
  bridge = await BridgeSimulator.start({ echoDelayMs: [0, 2], deliveryReceipts: false });
  gateway = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { type, data } = JSON.parse(body) as { type: string; data: unknown };
      if (answer.status === 200) void sut.account.receive(type, data).catch(() => undefined);
      response.writeHead(answer.status).end(answer.text);
    });
  });
  await new Promise<void>((ready) => gateway.listen(0, '127.0.0.1', ready));
});
afterEach(async () => {
  await sut.account.disconnect();
  await bridge.stop();
  gateway.closeAllConnections();
  await new Promise((closed) => gateway.close(closed));
});

async function connect(more: Parameters<typeof accountOf>[1] = {}): Promise<void> {
  const origin = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  sut = accountOf(bridge, { origin, ...more });
  sut.account.connect(sut.sink);
  await eventually(() => bridge.webhooks.length === 1, { what: 'a webhook' });
  await eventually(() => sut.state.values.has('default/cursor'), { what: 'the first catch-up' });
}
async function events(): Promise<CheckResult> {
  const results = await runChecks(sut.account.checks({ trustsLocalhost: false, isSet: () => false }));
  return results.find(({ id }) => id === 'events')!;
}
const arrives = (text: string) => eventually(() => sut.sink.texts.includes(text), { what: text });

it('no event yet, and a webhook that answers, is ok', async () => {
  await connect();
  expect(await events()).toMatchObject({
    state: 'ok',
    message: expect.stringContaining('no event has arrived yet'),
  });
});

it('an event that came is the proof, whatever the address answers now', async () => {
  await connect();
  bridge.receiveText({ from: ANN, text: 'hi' });
  await arrives('hi');
  answer = { status: 404, text: '' };
  expect(await events()).toMatchObject({
    state: 'ok',
    message: expect.stringMatching(/^events arrive; the last one came \d s ago$/),
  });
});

it.each([
  [{ status: 404, text: 'no such page' }, 'HTTP 404'],
  [{ status: 200, text: '<html>' }, 'another program responds there'],
])('an address at which another program answers is failed: %j', async (given, words) => {
  await connect();
  answer = given;
  expect(await events()).toMatchObject({
    state: 'failed',
    message: expect.stringContaining(words),
    setting: 'gateway.publicUrl',
    remedy: expect.stringContaining('Check gateway.publicUrl'),
  });
});

it('an address that cannot be called from here is a warning', async () => {
  await connect({ origin: 'http://127.0.0.1:1' });
  expect(await events()).toMatchObject({
    state: 'warning',
    message: expect.stringContaining('ECONNREFUSED'),
  });
});

describe('a webhook that is registered and does not bring events', () => {
  it.each([
    [1_000, 'ok', /no event has arrived yet/],
    [8_000, 'failed', /registered, but events from the bridge do not arrive.*waiting for (7|8|9) s$/],
  ])('while its newest message is %d ms old is %s', async (ageMs, state, message) => {
    await connect();
    bridge.faults.webhooks.all({ kind: 'drop' });
    bridge.receiveText({ from: ANN, text: 'lost', date: Date.now() - ageMs });
    expect(await events()).toMatchObject({ state, message: expect.stringMatching(message) });
  });

  it('is reported with the call that shows where it ends', async () => {
    await connect();
    bridge.receiveUnseen({ from: ANN, text: 'lost', date: Date.now() - 8_000 });
    const { remedy } = await events();
    expect(remedy).toMatch(/On the Mac, `curl -X POST http:.*\/imbridge-webhook`.*firewall.*webhook secret/);
  });

  it('is a warning after one message that came by asking, and failed after two, as its state says', async () => {
    await connect({ catchUpIntervalMs: 20 });
    bridge.faults.webhooks.all({ kind: 'drop' });
    bridge.receiveText({ from: ANN, text: 'one' });
    await arrives('one');
    await eventually(async () => (await events()).state === 'warning', { what: 'a warning' });
    expect((await events()).message).toContain('the last message did not arrive through the webhook');
    bridge.receiveText({ from: ANN, text: 'two' });
    await arrives('two');
    await eventually(() => sut.sink.status === 'degraded', { what: 'degraded' });
    await eventually(() => sut.sink.states.at(-1)?.reason?.includes('do not arrive') === true, {
      what: 'the reason',
    });
    expect(await events()).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('do not arrive'),
    });
    expect((await sut.account.probe()).webhookProblem).toContain('do not arrive');
    bridge.faults.webhooks.clear();
    bridge.receiveText({ from: ANN, text: 'three' });
    await arrives('three');
    await eventually(async () => (await events()).state === 'ok', { what: 'ok' });
    await eventually(() => sut.sink.status === 'connected', { what: 'connected' });
  });
});

it('a message that is still fetched, as after the bridge was away, is not missed', async () => {
  const rarely = { healthyMs: 600_000, backOffMs: 600_000, backOffCapMs: 600_000, soonMs: 5 };
  await connect({ timings: rarely });
  bridge.faults.webhooks.all({ kind: 'drop' });
  await bridge.down();
  await sut.account.probe();
  await eventually(() => sut.sink.status === 'transient-disconnect', { what: 'that it is away' });
  bridge.receiveUnseen({ from: ANN, text: 'meanwhile', date: Date.now() - 8_000 });
  await bridge.up();
  expect((await events()).state).toBe('ok');
});

it('a message that another replica received is not missed', async () => {
  await connect();
  bridge.faults.webhooks.all({ kind: 'drop' });
  const row = bridge.receiveText({ from: ANN, text: 'elsewhere', date: Date.now() - 10_000 });
  sut.sink.elsewhere = [row.originalROWID];
  expect((await events()).state).toBe('ok');
});

it('without a registered webhook, that is reported instead', async () => {
  await connect({ timings: { healthyMs: 600_000, backOffMs: 5, backOffCapMs: 20, soonMs: 5 } });
  const isList = ({ path }: { path: string }) => path.endsWith('/webhook');
  const json = { status: 200, message: 'Success', data: [] };
  bridge.faults.requests.all({ kind: 'answer', status: 200, json }, { when: isList });
  expect(await events()).toMatchObject({ state: 'unknown', remedy: 'See imbridge.webhook first.' });
});
