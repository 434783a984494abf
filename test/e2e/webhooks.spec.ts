import { BridgeSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { startPostgres } from '../support/postgres-server.js';
import { type ReceivedMessage, WebhookReceiver } from '../support/webhook-receiver.js';
import { Chats } from './support/chats.js';
import { emptyDatabaseOn } from './support/empty-database.js';
import { GatewayProcess } from './support/gateway-process.js';
import { Replicas } from './support/replicas.js';

/** `WEBHOOK_KILLS=30 WEBHOOK_CHATS=40 WEBHOOK_FAULTS=0.1` is the long run of docs/adr/0114. */
const KILLS = Number(process.env.WEBHOOK_KILLS ?? 2);
const CHATS = Number(process.env.WEBHOOK_CHATS ?? 6);
const PER_CHAT = 2 * (KILLS + 1);
/** The share of tries that a receiver does not take. */
const FAULTS = Number(process.env.WEBHOOK_FAULTS ?? 0);

const conversationOf = ({ data }: ReceivedMessage) => String(data.conversation_id);

describe('webhooks of a gateway that is killed', () => {
  let bridge: BridgeSimulator;
  let receiver: WebhookReceiver;
  let gateway: GatewayProcess;

  beforeEach(async () => {
    bridge = await BridgeSimulator.start();
    receiver = await WebhookReceiver.listen();
  });
  afterEach(async () => {
    await gateway.dispose();
    await receiver.close();
    await bridge.stop();
  });

  it('tell of every message and its answer, in the order of each chat, signed, with ids that stay', async () => {
    const taken: ReceivedMessage[] = [];
    receiver.answer = (message) => {
      if (Math.random() < FAULTS) return { status: 503 };
      receiver.verify(message);
      taken.push(message);
      return { status: 204 };
    };
    const { url, secret } = receiver;
    gateway = new GatewayProcess({
      session: { dmScope: 'per-sender' },
      channels: { imbridge: { serverUrl: bridge.url, password: bridge.password, dmPolicy: 'open' } },
      webhooks: { list: [{ id: 'crm', url, secret, events: ['message.*'], includeText: true }] },
    });
    await gateway.start();
    const chats = new Chats(bridge, CHATS);
    for (let kill = 0; kill <= KILLS; kill++) {
      const before = taken.length;
      chats.writeInAll();
      chats.writeInAll();
      await eventually(() => taken.length > before + CHATS, { timeoutMs: 60_000, what: 'messages taken' });
      if (kill === KILLS) break;
      await gateway.kill();
      await gateway.start();
    }
    await chats.allAnsweredOnce(gateway);
    const ids = () => new Set(taken.map(({ id }) => id));
    await eventually(() => ids().size >= 2 * CHATS * PER_CHAT, { timeoutMs: 120_000, what: 'all messages' });

    expect(ids().size).toBe(2 * CHATS * PER_CHAT);
    const bodies = Map.groupBy(receiver.tries, ({ id }) => id);
    for (const tries of bodies.values()) expect(new Set(tries.map(({ body }) => body)).size).toBe(1);
    const firsts = [...new Map(taken.toReversed().map((each) => [each.id, each])).values()].reverse();
    const inChats = [...Map.groupBy(firsts, conversationOf).values()];
    expect(inChats).toHaveLength(CHATS);
    for (const messages of inChats) expectOrder(messages);
    if (process.env.WEBHOOK_KILLS)
      console.log(`${ids().size} messages, ${receiver.tries.length} tries, ${KILLS} kills`);
  }, 600_000);
});

describe('webhooks of two replicas on one PostgreSQL', () => {
  it('are sent by the other when the one is killed that waits for an answer, with the same id', async () => {
    const postgres = await startPostgres();
    const bridge = await BridgeSimulator.start();
    const receiver = await WebhookReceiver.listen();
    const { url, secret } = receiver;
    const replicas = new Replicas({
      databaseUrl: await emptyDatabaseOn(postgres),
      bridge,
      roles: ['all', 'all'],
      imbridge: { dmPolicy: 'open' },
      sections: { webhooks: { list: [{ id: 'crm', url, secret, events: ['message.*'] }] } },
    });
    try {
      const [sender, other] = replicas.all;
      await sender!.start();
      await other!.start();
      receiver.answer = () => new Promise(() => undefined);
      await replicas.deliver(bridge.receiveUnseen({ from: '+12025550101', text: 'hello' }));
      await eventually(() => receiver.tries.length > 0, { what: 'a first try' });
      receiver.answer = () => ({ status: 204 });
      await sender!.kill();
      const types = () => receiver.tries.map(({ type }) => type);
      await eventually(() => types().includes('message.answered'), { timeoutMs: 60_000, what: 'the answer' });
      expect(types()).toEqual(['message.received', 'message.received', 'message.answered']);
      const [first, again] = receiver.tries;
      expect([again?.id, again?.body]).toEqual([first?.id, first?.body]);
      for (const message of receiver.tries) receiver.verify(message);
    } finally {
      await replicas.dispose();
      await receiver.close();
      await bridge.stop();
      await postgres.remove();
    }
  }, 120_000);
});

/** Received messages are told in the order in which it was written, and each answer after its message. */
function expectOrder(messages: readonly ReceivedMessage[]): void {
  const received = messages.filter(({ type }) => type === 'message.received');
  const numbers = received.map(({ data }) => Number(/^message (\d+)/.exec(String(data.text))?.[1]));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  const at = (type: string, event: unknown) =>
    messages.findIndex((each) => each.type === type && each.data.event_id === event);
  for (const { data } of received)
    expect(at('message.answered', data.event_id)).toBeGreaterThan(at('message.received', data.event_id));
}
