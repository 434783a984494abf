import { BridgeSimulator, lastUserText, ModelSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { GatewayProcess } from './support/gateway-process.js';

const ANN = '+12025550143';

/** A model that sends what it is told to send, and says what came of it. */
const assistant: NonNullable<Parameters<typeof ModelSimulator.start>[0]>['reply'] = (request) => {
  const { role } = request.messages.at(-1)!;
  if (role === 'tool') return 'I have asked.';
  const said = lastUserText(request);
  const [, message] = /send: (.*)$/.exec(said) ?? [];
  if (message === undefined) return `noted: ${said.slice(0, 200)}`;
  return { toolCalls: [{ name: 'message', arguments: { action: 'send', message } }] };
};

describe('a call that asks first, on imbridge', () => {
  let bridge: BridgeSimulator;
  let model: ModelSimulator;
  let gateway: GatewayProcess;

  beforeAll(async () => {
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10], deliveryReceipts: false });
    model = await ModelSimulator.start({ reply: assistant });
    const runtime = { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm', apiKey: 'model-key' };
    gateway = new GatewayProcess({
      agents: { list: [{ id: 'main', runtime, tools: { ask: ['message.send'] } }] },
      channels: { imbridge: { serverUrl: bridge.url, password: bridge.password, allowFrom: [ANN] } },
    });
    await gateway.start();
    await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
  }, 60_000);
  afterAll(async () => {
    await gateway.dispose();
    await Promise.all([bridge.stop(), model.stop()]);
  });

  const chat = () => bridge.directChat(ANN).guid;
  const said = () => bridge.sentMessages(chat()).map(({ text }) => text ?? '');
  const areSent = async () => {
    const { body } = await gateway.admin('GET', '/deliveries?limit=200');
    return (body.items as { status: string }[]).every(({ status }) => status === 'sent');
  };
  const settled = async () => {
    await bridge.idle();
    await eventually(areSent, { what: 'messages that are sent' });
  };
  /** @returns the message of the request */
  const ask = async (words: string) => {
    bridge.receiveText({ from: ANN, text: `send: ${words}` });
    await eventually(() => said().at(-1) === 'I have asked.', { what: 'the request' });
    await settled();
    return bridge.sentMessages(chat()).findLast(({ text }) => text?.includes('To answer: ') === true)!;
  };

  it('is made once by a tapback, after a restart', async () => {
    const request = await ask('the first');
    expect(said()).not.toContain('the first');
    await gateway.terminate();
    await gateway.start();
    bridge.tapback(ANN, request.guid, 'like');
    await eventually(() => said().includes('the first'), { what: 'the call' });
    await settled();
    bridge.tapback(ANN, request.guid, 'dislike');
    await settled();
    expect(said().at(-1)).toMatch(/^Allowed by \+12025550143, and done: message send/);
    expect(said().filter((text) => text === 'the first')).toHaveLength(1);
  }, 60_000);

  describe('by the command line', () => {
    const run = async (...words: string[]) => {
      const { code, stdout, stderr } = await gateway.cli(...words);
      return { code, stdout, stderr };
    };
    const pending = async () => {
      const { stdout } = await run('approvals', 'list', '--state', 'pending', '--json');
      const [first] = (JSON.parse(stdout) as { items: { id: string; code: string }[] }).items;
      return first!;
    };

    it('is shown whole, decided once, and needs no yes for an hour until that is ended', async () => {
      const hidden = 'the second\u202e';
      await ask(hidden);
      const { id, code } = await pending();
      expect((await run('status')).stdout).toContain('Approvals      1 pending');
      const shown = await run('approvals', 'show', code.toLowerCase());
      expect(shown.stdout).toContain('\n  input.message: "the second\\u{202e}"\n');
      const { body } = await gateway.admin('GET', `/approvals/${id}`);
      const { items } = (await gateway.admin('GET', '/conversations')).body as { items: { id: string }[] };
      const path = await run('explain', items[0]!.id);
      expect(path.stdout).toMatch(new RegExp(`message send waits for a decision: .* approvals show ${code}`));
      expect(await run('approvals', 'approve', code, '--for-an-hour')).toMatchObject({ code: 0 });
      await eventually(() => said().filter((text) => text.startsWith('the second')).length === 1, {
        what: 'the call',
      });
      expect(JSON.parse(body.arguments as string)).toMatchObject({ input: { message: hidden } });
      const late = await run('approvals', 'deny', code);
      expect(late).toMatchObject({ code: 1 });
      expect(late.stderr).toMatch(/approved by an operator \(token:owner\) at /);
      await settled();

      bridge.receiveText({ from: ANN, text: 'send: the third' });
      await eventually(() => said().includes('the third'), { what: 'the call' });
      await settled();
      const { stdout } = await run('approvals', 'permissions', '--json');
      const [permission] = (JSON.parse(stdout) as { items: { id: string }[] }).items;
      expect(await run('approvals', 'end', permission!.id)).toMatchObject({ code: 0 });
      expect((await run('approvals', 'permissions')).stdout).toBe('No permissions.\n');
      await ask('the fourth');
      expect(
        await run('approvals', 'deny', (await pending()).code, '--reason', 'ask Ben first'),
      ).toMatchObject({ code: 0 });
      await eventually(() => said().at(-1)!.endsWith('Reason: ask Ben first'), { what: 'the refusal' });
      await settled();
      expect(said()).not.toContain('the fourth');
    }, 60_000);
  });
});
