import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BridgeSimulator, type BridgeSimulatorOptions } from '../../../simulators/index.js';
import { checkConfig, CORE_SECTIONS, readEnvironment } from '../../config/index.js';
import { IMBRIDGE_CONFIG } from '../imbridge.config.js';
import { settingsFrom } from './accounts.js';
import { callBack } from './call-back.js';

const PATH = '/imbridge-webhook?password=s3cret';

let bridge: BridgeSimulator;
let gateway: Server;
/** What the bridge's calls bring, with their URLs. */
let calls: { readonly url: string; readonly type: unknown; readonly at: number }[];
afterEach(async () => {
  await bridge.stop();
  gateway.closeAllConnections();
  gateway.close();
});

/** A gateway that answers with a status; its webhook is registered with a bridge as it starts. */
async function connected(options: BridgeSimulatorOptions = {}, status = 200): Promise<string> {
  bridge = await BridgeSimulator.start({ password: 'p4ss', ...options });
  calls = [];
  said = {};
  gateway = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { type } = JSON.parse(body) as { type: unknown };
      if (status === 200) calls.push({ url: request.url ?? '', type, at: performance.now() });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
}

const register = (url: string, events = ['new-message']) =>
  fetch(`${bridge.url}/api/v1/webhook?password=p4ss`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url, events }),
  });
/** What the gateway says of its registration besides. */
let said: object;
const report = async () => ({
  webhook: bridge.webhooks.length > 0 ? 'registered' : 'pending',
  webhookProblem: null,
  ...said,
  last_event_seconds: calls.length === 0 ? null : (performance.now() - calls.at(-1)!.at) / 1_000,
});
const tested = () => {
  const imbridge = { serverUrl: bridge.url, password: 'p4ss', webhookSecret: 's3cret' };
  const sections = [...CORE_SECTIONS, IMBRIDGE_CONFIG];
  const config = checkConfig(sections, { channels: { imbridge } }, readEnvironment({}));
  const limits = { registrationMs: 300, arrivalMs: 1_000, signal: new AbortController().signal };
  return callBack(settingsFrom(config)[0]!, report, limits);
};

it('makes the bridge call the address of the registered webhook, and leaves nothing there', async () => {
  await register((await connected()) + PATH);
  const before = [...bridge.webhooks];
  expect(await tested()).toMatchObject({ hasCalled: true });
  expect(calls.map(({ url, type }) => [url.startsWith(PATH), type])).toEqual([
    [true, 'chat-read-status-changed'],
  ]);
  expect(bridge.webhooks).toEqual(before);
  expect(bridge.readEvents.map(({ chatGuid }) => chatGuid)).toEqual(['iMessage;-;gatehouse-check']);
});

it('says what to check when the call does not arrive, and names no secret', async () => {
  const origin = await connected({}, 401);
  await register(origin + PATH);
  const { hasCalled, text } = await tested();
  expect([hasCalled, text]).toEqual([
    false,
    expect.stringContaining(`curl -X POST ${origin}/imbridge-webhook`),
  ]);
  expect(text).not.toContain('s3cret');
  expect(bridge.webhooks).toHaveLength(1);
});

it('proves nothing for a bridge without its Private API', async () => {
  await register((await connected({ privateApi: false })) + PATH);
  expect(await tested()).toEqual({
    hasCalled: undefined,
    text: expect.stringContaining('it needs its Private API for that') as unknown,
  });
  expect(bridge.webhooks).toHaveLength(1);
});

it.each([
  [{ webhook: 'missing', webhookProblem: 'Set webhookUrl.' }, false, 'Set webhookUrl.'],
  [{ webhook: 'elsewhere' }, undefined, 'Another replica looks after this account'],
])('asks nothing of the bridge where the gateway says %j', async (words, hasCalled, text) => {
  await connected();
  said = words;
  expect(await tested()).toEqual({ hasCalled, text: expect.stringContaining(text) as unknown });
  expect(bridge.requests).toEqual([]);
});

it('says that the webhook is not registered', async () => {
  await connected();
  expect(await tested()).toEqual({
    hasCalled: false,
    text: 'The gateway has not registered its webhook with the bridge.',
  });
  expect(calls).toEqual([]);
});
