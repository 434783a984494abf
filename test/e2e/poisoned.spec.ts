import { join } from 'node:path';
import { BridgeSimulator, ModelSimulator } from '../../simulators/index.js';
import { HttpMcpServer, toolNamed } from '../../src/mcp/testing/http-server.js';
import { eventually } from '../support/eventually.js';
import { GatewayProcess } from './support/gateway-process.js';

const FAULTS = join(import.meta.dirname, 'support/uncaught-faults.mjs');
const ANN = '+12025550143';
const BEN = '+12025550144';
const portOf = (url: string) => Number(new URL(url).port);

describe('a gateway that one message ends, by an error that nothing catches', () => {
  let bridge: BridgeSimulator;
  let model: ModelSimulator;
  let desk: HttpMcpServer;
  let gateway: GatewayProcess;

  beforeEach(async () => {
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10], deliveryReceipts: false });
    model = await ModelSimulator.start();
    desk = await HttpMcpServer.start();
    desk.tools = [toolNamed('open')];
    model.when(/use the tool/, {
      calls: [{ name: 'desk__open', arguments: { what: 'a poisoned drawer' } }],
      then: () => 'opened',
    });
    const faults = [
      [portOf(model.baseUrl), 'a poisoned message', false],
      [portOf(bridge.url), '/download', false],
      // The model's answers quote the question.
      [portOf(bridge.url), 'say it', true],
      [portOf(desk.url), 'a poisoned drawer', true],
    ];
    const runtime = { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm', apiKey: 'k' };
    gateway = new GatewayProcess(
      {
        session: { dmScope: 'per-sender' },
        mcp: { servers: { desk: { url: desk.url } } },
        agents: { list: [{ id: 'main', runtime, mcp: ['desk'], tools: { trust: ['mcp'] } }] },
        channels: {
          imbridge: { serverUrl: bridge.url, password: bridge.password, dmPolicy: 'open', allowFrom: ['*'] },
        },
      },
      { env: { FAULTS: JSON.stringify(faults) }, nodeArgs: () => ['--import', FAULTS] },
    );
    await gateway.start();
    await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
  }, 60_000);
  afterEach(async () => {
    await gateway.dispose();
    await Promise.all([bridge.stop(), model.stop(), desk.stop()]);
  });

  const answersTo = (person: string) => bridge.sentMessages(bridge.directChat(person).guid).length;
  const ended = () =>
    eventually(() => !gateway.isRunning, { timeoutMs: 30_000, what: 'the end of the process' });

  it.each([
    ['a message', { text: 'a poisoned message' }],
    [
      'a file',
      {
        text: 'look',
        attachments: [{ name: 'a.txt', mimeType: 'text/plain', content: Buffer.from('words') }],
      },
    ],
  ] as const)(
    'stands at its third start when it came in the way of %s, and answers all others',
    async (_, poison) => {
      bridge.receive({ from: ANN, ...poison });
      await ended();
      expect(gateway.exitCode).toBe(1);
      // It may end again before it is ready.
      await gateway.start().catch(() => undefined);
      await ended();
      // Written while it is down, in the same chat and in another: read by the catch-up.
      bridge.receiveText({ from: ANN, text: 'and this?' });
      bridge.receiveText({ from: BEN, text: 'hello' });
      await gateway.start();
      await eventually(() => answersTo(ANN) === 1 && answersTo(BEN) === 1, {
        timeoutMs: 60_000,
        what: 'the answers to all others',
      });
      const letters = (await gateway.admin('GET', '/dead-letters')).body.items;
      expect(letters).toMatchObject([{ kind: 'inbound', reason: 'crashed', attempt_count: 2 }]);
      const { alerts } = (await gateway.admin('GET', '/status')).body;
      expect(alerts).toEqual(expect.arrayContaining([expect.objectContaining({ code: 'job-crashed' })]));
      expect(gateway.isRunning).toBe(true);
      // The error of a library may quote what a person wrote.
      expect(gateway.output).not.toContain('a poisoned');
    },
    180_000,
  );

  // What may have been done already is looked up, not done again: the second start does not meet the fault.
  it.each([
    ['a delivery, which is not sent again', 'say it'],
    ['a tool, which is not called again', 'use the tool'],
  ])(
    'answers at its second start when it came in the way of %s',
    async (_, text) => {
      bridge.receiveText({ from: ANN, text });
      await ended();
      await gateway.start();
      await eventually(() => answersTo(ANN) === 1, {
        timeoutMs: 60_000,
        what: 'the answer',
      });
      await eventually(() => gateway.isIdle(), { timeoutMs: 60_000, what: 'an idle gateway' });
      expect(answersTo(ANN)).toBe(1);
      const calls = desk.requests.filter(({ message }) => message.method === 'tools/call');
      expect(calls.length).toBeLessThanOrEqual(1);
      expect(gateway.isRunning).toBe(true);
    },
    180_000,
  );
});
