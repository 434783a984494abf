import { BridgeSimulator, ModelSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { GatewayProcess } from './support/gateway-process.js';
import { askedText } from './support/model-reply.js';

const ANN = '+12025550143';

describe('an unknown sender on imbridge', () => {
  let bridge: BridgeSimulator;
  let model: ModelSimulator;
  let gateway: GatewayProcess;

  beforeAll(async () => {
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 10] });
    model = await ModelSimulator.start({
      reply: (request) => `you wrote: ${askedText(request)}`,
    });
    const runtime = {
      type: 'openai-compatible',
      baseUrl: model.baseUrl,
      model: 'simulated',
      apiKey: 'model-api-key',
    };
    gateway = new GatewayProcess({
      agents: { list: [{ id: 'main', systemPrompt: 'Be brief.', runtime }] },
      channels: {
        imbridge: {
          serverUrl: bridge.url,
          password: bridge.password,
          webhookSecret: 'webhook-secret-value',
          dmPolicy: 'pairing',
        },
      },
    });
    await gateway.start();
    await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
  });
  afterAll(async () => {
    await gateway.dispose();
    await Promise.all([bridge.stop(), model.stop()]);
  });

  const answersTo = (person: string) =>
    bridge.sentMessages(bridge.directChat(person).guid).map(({ text }) => text ?? '');
  const codeFor = (person: string) => /^[A-Z0-9]{8}$/m.exec(answersTo(person)[0] ?? '')?.[0] ?? '';
  const settled = async () => {
    await eventually(async () => Object.values(await depth()).every((count) => count === 0), {
      what: 'an idle gateway',
    });
  };
  const depth = async () => (await gateway.admin('GET', '/status')).body.jobs as Record<string, number>;

  it('gets a code once, is approved on the command line, and is answered afterwards', async () => {
    bridge.receiveText({ from: ANN, text: 'hello, before the decision' });
    await eventually(() => answersTo(ANN).length === 1, { what: 'the code' });
    bridge.receiveText({ from: ANN, text: 'are you there?' });
    await settled();
    expect(answersTo(ANN)).toHaveLength(1);

    const list = await gateway.cli('pairing', 'list', 'imbridge', '--json');
    expect(list.code).toBe(0);
    expect(JSON.parse(list.stdout)).toMatchObject({
      items: [{ code: codeFor(ANN), sender_id: ANN, status: 'pending' }],
    });
    const approved = await gateway.cli('pairing', 'approve', 'imbridge', codeFor(ANN));
    expect(approved).toMatchObject({ code: 0, stderr: '' });

    bridge.receiveText({ from: ANN, text: 'and now?' });
    await eventually(() => answersTo(ANN).length === 2, { what: 'the answer' });
    expect(answersTo(ANN)[1]).toBe('you wrote: and now?');
    const seen = JSON.stringify(model.requests.map(({ body }) => body));
    expect(seen).not.toContain('before the decision');
    expect(seen).not.toContain('are you there?');
    expect(seen).toContain('Be brief.');
  });

  it('gets a read mark and typing before the answer', () => {
    const chat = bridge.directChat(ANN).guid;
    expect(bridge.readEvents.map(({ chatGuid }) => chatGuid)).toContain(chat);
    expect(bridge.typingEvents.map(({ chatGuid }) => chatGuid)).toContain(chat);
  });

  it('cannot be approved with a wrong code or a wrong command: exit codes 1 and 2', async () => {
    expect((await gateway.cli('pairing', 'approve', 'imbridge', 'WRONGCDE')).code).toBe(1);
    expect((await gateway.cli('pairing', 'aprove')).code).toBe(2);
    const status = await gateway.cli('status', '--json');
    expect(status.code).toBe(0);
    expect(JSON.parse(status.stdout)).toMatchObject({ version: expect.any(String) });
  });

  it('leaves no secret and no message text in the log', async () => {
    await settled();
    const secrets = [bridge.password, 'webhook-secret-value', 'model-api-key', gateway.token];
    const words = ['hello, before the decision', 'are you there?', 'and now?', 'you wrote', codeFor(ANN)];
    for (const text of [...secrets, ...words]) expect(gateway.output).not.toContain(text);
    expect(gateway.output).toContain('listening on');
  });
});
