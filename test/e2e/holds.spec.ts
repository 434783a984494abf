import pg from 'pg';
import { BridgeSimulator, ModelSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { emptyDatabaseOn } from './support/empty-database.js';
import type { GatewayProcess } from './support/gateway-process.js';
import { askedText } from './support/model-reply.js';
import { Replicas } from './support/replicas.js';

/** Messages to held chats. Fewer are enough while one works on it. */
const MESSAGES = Number(process.env.GATEHOUSE_TEST_HELD_MESSAGES ?? 1_000);
const CHATS = 10;
/** One of them before its chat is held. */
const PER_CHAT = MESSAGES / CHATS + 1;

const ALL_CHATS = Array.from({ length: CHATS }, (_, chat) => chat);
const address = (chat: number) => `+1202555${String(100 + chat).padStart(4, '0')}`;
const pause = (upToMs: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * upToMs));

describe('held chats of two replicas that are killed', () => {
  let postgres: PostgresServer;
  let databaseUrl: string;
  let bridge: BridgeSimulator;
  let model: ModelSimulator;
  let replicas: Replicas;

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());
  beforeEach(async () => {
    databaseUrl = await emptyDatabaseOn(postgres);
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 30], deliveryReceipts: false });
    // Long enough that holds come in the middle of turns.
    const reply = (request: Parameters<typeof askedText>[0]) => `re ${askedText(request)}`;
    model = await ModelSimulator.start({ tokenDelayMs: 40, reply });
    const runtime = { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm' };
    const agents = {
      list: [{ id: 'main', contextTokens: 30_000, runtime: { ...runtime, maxOutputTokens: 400 } }],
    };
    replicas = new Replicas({ databaseUrl, bridge, roles: ['all', 'all'], sections: { agents } });
    await replicas.start();
    await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
  });
  afterEach(async () => {
    await replicas.dispose();
    await Promise.all([bridge.stop(), model.stop()]);
  });

  const say = (chat: number, text: string) =>
    replicas.deliver(bridge.receiveUnseen({ from: address(chat), text }));
  /** The id of its conversation. */
  const placeOf = (chat: number) => `-;${address(chat)}`;
  const answers = (chat: number) =>
    bridge.sentMessages(bridge.directChat(address(chat)).guid).map(({ text }) => text ?? '');
  /** Rows of the outbox for each chat: what was said, or will be. */
  const outbox = async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client
      .query<{ conversation_id: string; count: string }>(
        'select conversation_id, count(*) from deliveries group by conversation_id',
      )
      .finally(() => client.end());
    return new Map(rows.map(({ conversation_id, count }) => [conversation_id, Number(count)]));
  };
  /** A call at any replica that answers, as an operator's client tries again. */
  const call = async (method: string, path: string, body?: object) => {
    for (;;) {
      const each = replicas.all[Math.floor(Math.random() * replicas.all.length)]!;
      const answer = each.isRunning ? await each.admin(method, path, body).catch(() => undefined) : undefined;
      if (answer && answer.status >= 400 && answer.status < 500) throw new Error(JSON.stringify(answer.body));
      if (answer && answer.status < 400) return answer.body;
      await pause(50);
    }
  };
  const conversationIds = async () => {
    const { items } = (await call('GET', '/conversations?limit=200')) as {
      items: { id: string; conversation_id: string }[];
    };
    return new Map(items.map(({ id, conversation_id }) => [conversation_id, id]));
  };
  const isIdle = async () => {
    const jobs = await replicas.jobs();
    return jobs !== undefined && Object.values(jobs).every((waiting) => waiting === 0);
  };
  const idle = () => eventually(isIdle, { timeoutMs: 60_000, what: 'an empty queue' });
  const killInTurn = async (isOver: () => boolean) => {
    for (let kill = 0; !isOver() || kill < 2; kill++) {
      const victim = replicas.all[kill % 2]!;
      await pause(1_500);
      await victim.kill();
      await pause(300);
      await victim.start();
    }
  };
  /** What the model was given with the last question of a chat. */
  const knownFor = (question: string) => {
    const asked = model.requests.filter(({ body }) => askedText(body) === question);
    return { times: asked.length, all: JSON.stringify(asked.at(-1)?.body.messages ?? []) };
  };

  it(`get no answer to ${MESSAGES} messages, and the next answer knows them all`, async () => {
    for (const chat of ALL_CHATS) await say(chat, `hello of ${chat}`);
    await eventually(() => ALL_CHATS.every((chat) => answers(chat).length === 1), { timeoutMs: 60_000 });
    const ids = await conversationIds();
    const path = (chat: number) => `/conversations/${ids.get(placeOf(chat))!}/hold`;
    const atHold = new Map<number, number>();
    const held = async (chat: number) => {
      for (let n = 0; n < PER_CHAT; n++) {
        // A turn is running when the hold comes.
        if (n === 1) {
          await pause(100);
          await call('PUT', path(chat), { note: 'a person answers' });
          atHold.set(chat, (await outbox()).get(placeOf(chat)) ?? 0);
        }
        await say(chat, `held ${n} of ${chat}`);
        await pause(60);
      }
    };
    let isOver = false;
    const traffic = Promise.all(ALL_CHATS.map(held)).finally(() => (isOver = true));
    await killInTurn(() => isOver);
    await traffic;
    await idle();
    const after = await outbox();
    expect(Math.min(...atHold.values())).toBeGreaterThanOrEqual(1);
    // Nothing but what was committed before its chat was held.
    expect(ALL_CHATS.map((chat) => [chat, after.get(placeOf(chat)) ?? 0])).toEqual(
      ALL_CHATS.map((chat) => [chat, atHold.get(chat)]),
    );
    const last = PER_CHAT - 1;
    const isAnswered = (chat: number) => chat % 2 === 0;
    const releases = ALL_CHATS.flatMap((chat) => {
      const query = isAnswered(chat) ? '?answer=true' : '';
      return [0, 1].map(() => call('DELETE', `${path(chat)}${query}`));
    });
    const answering = (await Promise.all(releases)).filter(({ answers: event }) => typeof event === 'string');
    expect(answering).toHaveLength(CHATS / 2);
    for (const chat of ALL_CHATS.filter((each) => !isAnswered(each))) await say(chat, `next of ${chat}`);
    const due = (chat: number) => (isAnswered(chat) ? `held ${last} of ${chat}` : `next of ${chat}`);
    await eventually(() => ALL_CHATS.every((chat) => answers(chat).includes(`re ${due(chat)}`)), {
      timeoutMs: 60_000,
      what: 'an answer in each chat',
    });
    await idle();
    const whole = await outbox();
    for (const chat of ALL_CHATS) {
      expect(whole.get(placeOf(chat))).toBe(atHold.get(chat)! + 1);
      const { all } = knownFor(due(chat));
      for (let n = 0; n <= last; n++) expect(all).toContain(`held ${n} of ${chat}`);
      expect(all).toContain('it is your turn again');
    }
  }, 300_000);

  it('end a running turn on whichever replica it runs, and stay held after a kill of both', async () => {
    await say(0, 'hello');
    await eventually(() => answers(0).length === 1, { timeoutMs: 30_000 });
    const ids = await conversationIds();
    const [first, second] = replicas.all as [GatewayProcess, GatewayProcess];
    model.script({ text: 'word '.repeat(200) });
    await say(0, 'tell me a long story');
    await eventually(() => model.requests.length === 2, { what: 'the turn' });
    const hold = `/conversations/${ids.get(placeOf(0))!}/hold`;
    expect((await first.admin('PUT', hold, {})).status).toBe(200);
    const at = Date.now();
    await idle();
    expect(Date.now() - at).toBeLessThan(5_000);
    expect(answers(0)).toHaveLength(1);
    await Promise.all([first.kill(), second.kill()]);
    await second.start();
    await replicas.deliver(bridge.receiveUnseen({ from: address(0), text: 'still there?' }));
    await eventually(async () => second.isIdle(), { what: 'an empty queue' });
    expect(answers(0)).toHaveLength(1);
    const { body } = await second.admin('GET', '/conversations?held=true');
    expect(body.items).toMatchObject([{ hold: { by: 'token:owner', until: null } }]);
  }, 120_000);
});
