import { createHmac, randomBytes } from 'node:crypto';
import { timeLimit } from '../../simulators/common/time-limit.js';
import { BridgeSimulator, type ModelRequest, ModelSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { ExampleService } from '../support/example-service.js';
import { GatewayProcess } from './support/gateway-process.js';

const ANN = '+12025550143';
const KEY = 'the-signing-key';
const UNAVAILABLE = { kind: 'status', status: 503 } as const;

describe('an agent with tools, streams or an http service', () => {
  let bridge: BridgeSimulator;
  let model: ModelSimulator;
  let gateway: GatewayProcess;

  beforeEach(async () => {
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10] });
    model = await ModelSimulator.start();
  });
  afterEach(async () => {
    await gateway.dispose();
    await Promise.all([bridge.stop(), model.stop()]);
  });

  const start = async (runtime: object, imbridge: object = {}) => {
    const { url: serverUrl, password } = bridge;
    gateway = new GatewayProcess({
      agents: { list: [{ id: 'main', runtime }] },
      channels: { imbridge: { serverUrl, password, dmPolicy: 'open', ...imbridge } },
    });
    await gateway.start();
  };
  const startWithModel = (imbridge: object = {}) =>
    start({ type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm', apiKey: 'model-key' }, imbridge);
  const answers = () => bridge.sentMessages(bridge.directChat(ANN).guid).map(({ text }) => text ?? '');
  const idle = () => eventually(() => gateway.isIdle(), { timeoutMs: 30_000, what: 'an idle gateway' });
  const hasResult = ({ messages }: ModelRequest) => messages.some(({ role }) => role === 'tool');

  describe('that sends a message by a tool', () => {
    beforeEach(() => {
      const input = { action: 'send', message: 'by the tool' };
      model.when(/send it/, {
        calls: [{ name: 'message', arguments: input }],
        then: ([result]) => `Sent: ${String(result?.includes('"queued":true'))}`,
      });
    });

    it('sends it once, although the model fails afterwards', async () => {
      await startWithModel();
      model.faults.completions.next(UNAVAILABLE, { when: hasResult, times: 2 });
      bridge.receiveText({ from: ANN, text: 'send it' });
      await eventually(() => answers().includes('Sent: true'), { timeoutMs: 30_000, what: 'the answer' });
      await idle();
      expect(answers().toSorted()).toEqual(['Sent: true', 'by the tool']);
      expect(model.requests.length).toBeGreaterThan(3);
      expect(model.refusals).toEqual([]);
    }, 60_000);

    it('sends it once, although the gateway is killed afterwards', async () => {
      await startWithModel();
      model.faults.completions.all({ kind: 'hang' }, { when: hasResult });
      bridge.receiveText({ from: ANN, text: 'send it' });
      await model.waitFor(() => model.requests.some(({ body }) => hasResult(body)));
      await gateway.kill();
      model.faults.clear();
      await gateway.start();
      await eventually(() => answers().includes('Sent: true'), { timeoutMs: 30_000, what: 'the answer' });
      await idle();
      expect(answers().toSorted()).toEqual(['Sent: true', 'by the tool']);
      const again = JSON.stringify(model.requests.at(-1)!.body.messages);
      expect(again).toContain('You were interrupted while you dealt with this.');
      expect(again).toContain(
        JSON.stringify('| message {"action":"send","message":"by the tool"}').slice(1, -1),
      );
      expect(again).toContain(JSON.stringify('| = {"queued":true').slice(1, -1));
    }, 60_000);
  });

  describe('that sends a file by a tool', () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(600_000)]);
    const files = () =>
      bridge.sentMessages(bridge.directChat(ANN).guid).flatMap(({ attachments }) => attachments);
    const arrived = () => files().map(({ content }) => bytes.equals(content as Uint8Array));

    beforeEach(async () => {
      await startWithModel();
      const buffer = bytes.toString('base64');
      model.when(/send the report/, {
        calls: [{ name: 'message', arguments: { action: 'sendAttachment', buffer, filename: 'report.pdf' } }],
        then: ([result]) => `Sent: ${String(result?.includes('"queued":true'))}`,
      });
    });

    it('sends it whole and once, although the answer of the bridge is lost', async () => {
      bridge.faults.sends.next({ kind: 'answer-lost' });
      bridge.receiveText({ from: ANN, text: 'send the report' });
      await eventually(() => answers().includes('Sent: true'), { timeoutMs: 30_000, what: 'the answer' });
      await idle();
      expect(files()).toMatchObject([{ transferName: 'report.pdf', totalBytes: bytes.length }]);
      expect(arrived()).toEqual([true]);
      expect(answers()).toEqual(['', 'Sent: true']);
      const { body } = await gateway.admin('GET', '/deliveries');
      const [, { id }] = body.items as [unknown, { id: string }];
      const file = { name: 'report.pdf', mime_type: 'application/pdf', bytes: bytes.length, as_voice: false };
      expect((await gateway.admin('GET', `/deliveries/${id}`)).body.content).toEqual({
        kind: 'media',
        text: '',
        file,
      });
      expect(gateway.output).not.toContain(bytes.toString('base64').slice(0, 40));
    }, 60_000);

    it('sends it after a restart, when the gateway was killed before', async () => {
      await bridge.waitFor(() => bridge.webhooks.length === 1);
      bridge.faults.requests.all({ kind: 'cut' }, { when: ({ path }) => path.endsWith('/attachment') });
      bridge.receiveText({ from: ANN, text: 'send the report' });
      const isUpload = ({ path }: { readonly path: string }) => path.endsWith('/message/attachment');
      await bridge.waitFor(() => bridge.requests.some(isUpload), timeLimit(30_000));
      await gateway.kill();
      bridge.faults.clear();
      await gateway.start();
      await eventually(() => answers().includes('Sent: true'), { timeoutMs: 30_000, what: 'the answer' });
      await idle();
      expect(arrived()).toEqual([true]);
    }, 60_000);
  });

  describe('whose stream is cut after two blocks before the gateway is killed', () => {
    const paragraph = (name: string) => `${name} ${'is a paragraph of words '.repeat(8).trim()}.`;
    const blocks = ['One', 'Two', 'Three'].map(paragraph);
    const whole = blocks.join('\n\n');
    const isGoingOn = ({ messages }: ModelRequest) => JSON.stringify(messages).includes('was interrupted');

    it.each([
      ['goes on', () => blocks[2]!],
      ['begins again', () => whole],
    ])(
      'sends the rest once when the model %s',
      async (_, rest) => {
        await model.stop();
        model = await ModelSimulator.start({ reply: (request) => (isGoingOn(request) ? rest() : whole) });
        await startWithModel({ blockStreaming: true });
        const words = `${blocks[0]!} ${blocks[1]!} Three`.split(' ').length;
        model.faults.completions.next({ kind: 'cut-stream', afterChunks: words }).all(UNAVAILABLE);
        bridge.receiveText({ from: ANN, text: 'tell me' });
        await eventually(() => answers().length === 2 && model.requests.length > 1, {
          timeoutMs: 20_000,
          what: 'two blocks and a failed try',
        });
        await gateway.kill();
        model.faults.clear();
        await gateway.start();
        await eventually(() => answers().length >= 3, { timeoutMs: 30_000, what: 'the rest' });
        await idle();
        expect(answers()).toEqual(blocks);
        expect(isGoingOn(model.requests.at(-1)!.body)).toBe(true);
      },
      60_000,
    );
  });

  describe('that is the example service of the guide', () => {
    let service: ExampleService;

    beforeEach(async () => {
      service = await ExampleService.start(KEY);
    });
    afterEach(() => service.stop());

    it('answers, and sends by a tool', async () => {
      await start({ type: 'http', baseUrl: service.url, apiKey: KEY });
      bridge.receiveText({ from: ANN, text: 'hello' });
      await eventually(() => answers().length === 1, { what: 'the answer' });
      bridge.receiveText({ from: ANN, text: 'send my regards' });
      await eventually(() => answers().length === 3, { what: 'the message and the answer' });
      expect(answers().toSorted()).toEqual(['Sent.', 'You said: hello', 'my regards']);
      expect(gateway.output).not.toContain(KEY);
      expect(gateway.output).not.toContain('my regards');
    });

    it('refuses calls without the key, and old calls', async () => {
      const body = JSON.stringify({ message: { text: 'hi' }, past_steps: [] });
      const post = async (key: string, atMs: number) => {
        const timestamp = String(Math.floor(atMs / 1000));
        const digest = createHmac('sha256', key).update(`v1:${timestamp}:${body}`).digest('hex');
        const headers = { 'x-gatehouse-timestamp': timestamp, 'x-gatehouse-signature': `v1=${digest}` };
        return (await fetch(service.url, { method: 'POST', body, headers })).status;
      };
      expect(await post(KEY, Date.now())).toBe(200);
      expect(await post('another-key', Date.now())).toBe(401);
      expect(await post(KEY, Date.now() - 301_000)).toBe(401);
      expect((await fetch(service.url, { method: 'POST', body })).status).toBe(401);
      await start({ type: 'http', baseUrl: service.url, apiKey: 'another-key' });
      bridge.receiveText({ from: ANN, text: 'hello' });
      await eventually(() => answers().length === 1, { what: 'the apology' });
      expect(answers()[0]).not.toContain('hello');
      expect(gateway.output).toContain('the model answered 401');
    });
  });
});
