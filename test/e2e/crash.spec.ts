import { BridgeSimulator, ModelSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { byNight } from '../support/night.js';
import { Chats } from './support/chats.js';
import { GatewayProcess } from './support/gateway-process.js';
import { askedText } from './support/model-reply.js';

const CHATS = 20;
const PER_CHAT = byNight(15, 8);
/** At random moments; one more comes at a chosen one. */
const KILLS = byNight(9, 4);

/** Every test ends with each message answered exactly once, in order per chat. */
describe('a gateway under kills and outages', () => {
  let bridge: BridgeSimulator;
  let gateway: GatewayProcess;
  let chats: Chats;

  beforeEach(async () => {
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 30] });
    chats = new Chats(bridge, CHATS);
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
  const write = (chat: number) => chats.write(chat);
  const answered = () => chats.answered;
  /** The number of send requests to the bridge. */
  const asked = () => bridge.requests.filter(({ path }) => path.endsWith('/message/text')).length;
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const allAnsweredOnce = (answerTo?: (text: string) => string) => chats.allAnsweredOnce(gateway, answerTo);

  it('answers every message once and in order over kills at random moments', async () => {
    await make().start();
    const writer = (async () => {
      for (let n = 0; n < PER_CHAT; n++) {
        for (let chat = 0; chat < CHATS; chat++) {
          write(chat);
          await pause(Math.random() * 20);
        }
      }
    })();
    for (let kill = 0; kill < KILLS; kill++) {
      const before = answered();
      await eventually(() => answered() > before || answered() === chats.total, {
        timeoutMs: 60_000,
        what: 'progress',
      });
      await pause(Math.random() * 250);
      await gateway.kill();
      await gateway.start();
    }
    // The last crash comes between a send and its record: the bridge has accepted it, the gateway gets no answer.
    bridge.faults.sends.next({ kind: 'answer-lost', afterMs: 1_000 });
    const sent = answered();
    write(0);
    await eventually(() => answered() > sent, { timeoutMs: 60_000, what: 'a send' });
    await gateway.kill();
    await gateway.start();
    await writer;
    await allAnsweredOnce();
  }, 240_000);

  it('answers every message once after an outage of the bridge, and ends with 0 on SIGTERM', async () => {
    await make().start();
    chats.writeInAll();
    await eventually(() => answered() > 3);
    await bridge.down();
    chats.writeInAll();
    await pause(2_000);
    await bridge.up();
    chats.writeInAll();
    const before = answered();
    await eventually(() => answered() > before + 3);
    // Some deliveries are running; they are recorded first.
    expect(await gateway.terminate()).toBe(0);
    await gateway.start();
    await allAnsweredOnce();
  }, 120_000);

  it('answers every message once after an outage of the model', async () => {
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
    chats.writeInAll(8);
    await eventually(() => answered() > 2);
    await model.down();
    chats.writeInAll(8);
    await pause(1_500);
    await model.up();
    model.faults.completions.next({ kind: 'status', status: 503 });
    chats.writeInAll(8);
    await allAnsweredOnce((text) => `you wrote: ${text}`);
    await model.stop();
  }, 120_000);

  it('answers every message once in the shared session over three kills', async () => {
    await make({ session: {} }).start();
    for (let n = 0; n < 6; n++) chats.writeInAll();
    for (let kill = 0; kill < 3; kill++) {
      const before = answered();
      // On a slow machine all may be answered while the killed one starts.
      const isFurther = () => answered() > before + 5 || answered() === chats.total;
      await eventually(isFurther, { timeoutMs: 60_000, what: 'progress' });
      await gateway.kill();
      await gateway.start();
    }
    await allAnsweredOnce();
  }, 120_000);

  it('repeats a send that the bridge never got, and none that it got', async () => {
    await make().start();
    const faults = ['answer-lost', 'refused'] as const;
    faults.forEach((kind, chat) => {
      const guid = chats.guidOf(chat);
      bridge.faults.sends.next({ kind }, { when: ({ chatGuid }) => chatGuid === guid });
      write(chat);
    });
    write(0);
    await allAnsweredOnce();

    // The gateway is killed while the bridge is still sending.
    const before = asked();
    // The times range from before the check for a repeat to after it, so some calls end between the check and the
    // repeat itself.
    for (let chat = 0; chat < CHATS; chat++) {
      const guid = chats.guidOf(chat);
      const hang = { kind: 'hang', ms: 2_500 + 150 * chat, row: 'last' } as const;
      bridge.faults.sends.all(hang, { when: ({ chatGuid }) => chatGuid === guid });
      write(chat);
    }
    await eventually(() => asked() === before + CHATS, { what: 'all sends' });
    await gateway.kill();
    bridge.faults.clear();
    await gateway.start();
    await allAnsweredOnce();
  }, 120_000);
});
