import { BridgeSimulator, ModelSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { GatewayProcess } from './support/gateway-process.js';
import { askedText } from './support/model-reply.js';

const CHATS = 20;
const PER_CHAT = 15;
const address = (chat: number) => `+1202555${String(100 + chat).padStart(4, '0')}`;

/** Every test here ends with each message answered exactly once, in order per chat. */
describe('a gateway that is killed, or whose neighbours are', () => {
  let bridge: BridgeSimulator;
  let gateway: GatewayProcess;
  const written: string[][] = Array.from({ length: CHATS }, () => []);

  beforeEach(async () => {
    written.forEach((texts) => texts.splice(0));
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 30] });
  });
  afterEach(async () => {
    await gateway.dispose();
    await bridge.stop();
  });

  const make = (config: Record<string, unknown> = {}) =>
    (gateway = new GatewayProcess({
      session: { dmScope: 'per-sender' },
      channels: { imbridge: { serverUrl: bridge.url, password: bridge.password, dmPolicy: 'open' } },
      ...config,
    }));
  const write = (chat: number) => {
    const text = `message ${written[chat]!.length} of chat ${chat}`;
    written[chat]!.push(text);
    bridge.receiveText({ from: address(chat), text });
  };
  const answers = (chat: number) =>
    bridge.sentMessages(bridge.directChat(address(chat)).guid).map(({ text }) => text);
  const answered = () => written.reduce((sum, _texts, chat) => sum + answers(chat).length, 0);
  const total = () => written.reduce((sum, texts) => sum + texts.length, 0);
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const allAnsweredOnce = async (answerTo = (text: string) => `echo: ${text}`) => {
    await eventually(() => answered() >= total(), { timeoutMs: 120_000, what: `${total()} answers` });
    // Anything said twice would come within the next moments, from the deliveries still in the queue.
    await eventually(
      async () => {
        const { body } = await gateway.admin('GET', '/status');
        return Object.values(body.jobs as Record<string, number>).every((waiting) => waiting === 0);
      },
      { what: 'an empty queue' },
    );
    for (let chat = 0; chat < CHATS; chat++) expect(answers(chat)).toEqual(written[chat]!.map(answerTo));
  };

  it('answers every message once and in order over ten kills at random moments', async () => {
    await make().start();
    const writer = (async () => {
      for (let n = 0; n < PER_CHAT; n++) {
        for (let chat = 0; chat < CHATS; chat++) {
          write(chat);
          await pause(Math.random() * 20);
        }
      }
    })();
    for (let kill = 0; kill < 9; kill++) {
      const before = answered();
      await eventually(() => answered() > before || answered() === total(), {
        timeoutMs: 60_000,
        what: 'progress',
      });
      await pause(Math.random() * 250);
      await gateway.kill();
      await gateway.start();
    }
    // The tenth comes between a send and its record: the bridge has taken it, the gateway never hears so.
    bridge.faults.sends.next({ kind: 'answer-lost', afterMs: 1_000 });
    const sent = answered();
    write(0);
    await eventually(() => answered() > sent, { timeoutMs: 60_000, what: 'a send' });
    await gateway.kill();
    await gateway.start();
    await writer;
    await allAnsweredOnce();
  }, 240_000);

  it('loses nothing when the bridge is down for a while', async () => {
    await make().start();
    for (let chat = 0; chat < CHATS; chat++) write(chat);
    await eventually(() => answered() > 3);
    await bridge.down();
    for (let chat = 0; chat < CHATS; chat++) write(chat);
    await pause(2_000);
    await bridge.up();
    for (let chat = 0; chat < CHATS; chat++) write(chat);
    await allAnsweredOnce();
  }, 120_000);

  it('loses nothing when the model is down for a while', async () => {
    const model = await ModelSimulator.start({
      reply: (request) => `you wrote: ${askedText(request)}`,
    });
    const runtime = {
      type: 'openai-compatible',
      baseUrl: model.baseUrl,
      model: 'simulated',
      apiKey: 'model-key',
    };
    await make({ agents: { list: [{ id: 'main', runtime }] } }).start();
    for (let chat = 0; chat < 8; chat++) write(chat);
    await eventually(() => answered() > 2);
    await model.down();
    for (let chat = 0; chat < 8; chat++) write(chat);
    await pause(1_500);
    await model.up();
    model.faults.completions.next({ kind: 'status', status: 503 });
    for (let chat = 0; chat < 8; chat++) write(chat);
    await allAnsweredOnce((text) => `you wrote: ${text}`);
    await model.stop();
  }, 120_000);

  it('keeps its word in the session that everyone shares by default', async () => {
    await make({ session: {} }).start();
    for (let n = 0; n < 6; n++) for (let chat = 0; chat < CHATS; chat++) write(chat);
    for (let kill = 0; kill < 3; kill++) {
      const before = answered();
      await eventually(() => answered() > before + 5, { timeoutMs: 60_000, what: 'progress' });
      await gateway.kill();
      await gateway.start();
    }
    await allAnsweredOnce();
  }, 120_000);

  it('repeats a send that the bridge never got, and not one that it got although its answer was lost', async () => {
    await make().start();
    const faults = ['answer-lost', 'refused'] as const;
    faults.forEach((kind, chat) => {
      const { guid } = bridge.directChat(address(chat));
      bridge.faults.sends.next({ kind }, { when: ({ chatGuid }) => chatGuid === guid });
      write(chat);
    });
    write(0);
    await allAnsweredOnce();
  }, 60_000);

  it('says it once when it is killed while the bridge is still sending', async () => {
    await make().start();
    // From before a repeat is thought of to after it: some calls end just between its question and the repeat itself.
    for (let chat = 0; chat < CHATS; chat++) {
      const { guid } = bridge.directChat(address(chat));
      const hang = { kind: 'hang', ms: 2_500 + 150 * chat, row: 'last' } as const;
      bridge.faults.sends.all(hang, { when: ({ chatGuid }) => chatGuid === guid });
      write(chat);
    }
    const asked = () => bridge.requests.filter(({ path }) => path.endsWith('/message/text')).length;
    await eventually(() => asked() === CHATS, { what: 'all sends' });
    await gateway.kill();
    bridge.faults.clear();
    await gateway.start();
    await allAnsweredOnce();
  }, 120_000);

  it('ends with 0 on SIGTERM, with its work recorded', async () => {
    await make().start();
    for (let chat = 0; chat < CHATS; chat++) write(chat);
    await eventually(() => answered() > 3);
    expect(await gateway.terminate()).toBe(0);
    await gateway.start();
    await allAnsweredOnce();
  }, 60_000);
});
