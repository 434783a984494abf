import { BridgeSimulator, type MessageRow } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { byNight } from '../support/night.js';
import { type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { emptyDatabaseOn } from './support/empty-database.js';
import type { GatewayProcess } from './support/gateway-process.js';
import { Replicas } from './support/replicas.js';
import { waitingJobs } from './support/waiting-jobs.js';

const CHATS = 25;
const PER_CHAT = byNight(20, 8);

const address = (chat: number) => `+1202555${String(100 + chat).padStart(4, '0')}`;
/** A random pause, to vary the interleavings. */
const pause = (upToMs: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * upToMs));

describe('replicas on one PostgreSQL', () => {
  let postgres: PostgresServer;
  let databaseUrl: string;
  let bridge: BridgeSimulator;
  let replicas: Replicas;
  let written: Map<number, string[]>;

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());
  beforeEach(async () => {
    written = new Map();
    // A failed test may have left it crashed.
    if (postgres.pid() === undefined) await postgres.start();
    databaseUrl = await emptyDatabaseOn(postgres);
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 30], deliveryReceipts: false });
  });
  afterEach(async () => {
    await replicas.dispose();
    await bridge.stop();
  });

  const make = (...roles: string[]) => (replicas = new Replicas({ databaseUrl, bridge, roles }));
  const start = async (...roles: string[]) => {
    await make(...roles).start();
    await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
  };
  /** A person writes a message whose webhook from the bridge is lost. */
  const write = (chat: number): MessageRow => {
    const texts = written.get(chat) ?? [];
    const text = `message ${texts.length} of chat ${chat}`;
    written.set(chat, [...texts, text]);
    return bridge.receiveUnseen({ from: address(chat), text });
  };
  /** All chats write at once, each one message after the other. */
  const talk = ({ chats, perChat, pauseMs }: { chats: number; perChat: number; pauseMs: number }) =>
    Promise.all(
      Array.from({ length: chats }, async (_, chat) => {
        for (let n = 0; n < perChat; n++) {
          await pause(pauseMs);
          await replicas.deliver(write(chat));
        }
      }),
    );
  const answers = (chat: number) =>
    bridge.sentMessages(bridge.directChat(address(chat)).guid).map(({ text }) => text);
  const total = () => [...written.values()].reduce((sum, texts) => sum + texts.length, 0);
  const answered = () => [...written.keys()].reduce((sum, chat) => sum + answers(chat).length, 0);
  const output = () => replicas.all.map((each) => each.output.slice(-3_000)).join('\n---\n');
  const allAnsweredOnce = async () => {
    await eventually(() => answered() >= total(), { timeoutMs: 60_000, what: `${total()} answers` }).catch(
      async (error: unknown) => {
        const waiting = await waitingJobs(databaseUrl);
        throw new Error(`${String(error)}: ${answered()} came\n${waiting}\n${output()}`);
      },
    );
    // A duplicate answer would come within the next moments, from jobs still in the queue.
    const isIdle = async () => {
      const jobs = await replicas.jobs();
      return jobs !== undefined && Object.values(jobs).every((waiting) => waiting === 0);
    };
    await eventually(isIdle, { timeoutMs: 60_000, what: 'an empty queue' });
    for (const [chat, texts] of written) expect(answers(chat)).toEqual(texts.map((text) => `echo: ${text}`));
  };
  const httpStatus = async ({ url }: GatewayProcess, path: string) => (await fetch(url + path)).status;
  /** The replica from which the bridge got its webhook: the one on duty. */
  const onDuty = () => replicas.all.find(({ url }) => bridge.webhooks[0]?.url.startsWith(`${url}/`));

  it('answer each message once and in order, although replicas and database are killed', async () => {
    await start('all', 'all', 'all');
    let isOver = false;
    const isDone = () => isOver;
    const traffic = talk({ chats: CHATS, perChat: PER_CHAT, pauseMs: 1_000 }).finally(() => (isOver = true));
    let kills = 0;
    // On a slow machine, whose replicas take long to start, also once all is written.
    while (!isDone() || kills <= 3) {
      const victim = replicas.all[Math.floor(Math.random() * replicas.all.length)]!;
      await pause(1_500);
      await victim.kill();
      if (++kills === 3) {
        await postgres.crash();
        await pause(1_500);
        await postgres.start();
      }
      await pause(500);
      await victim.start();
    }
    await traffic;
    expect(total()).toBe(CHATS * PER_CHAT);
    await allAnsweredOnce();
  }, 180_000);

  it('lose nothing in a rolling restart, and refuse nothing while they end', async () => {
    await start('web', 'worker', 'all');
    const web = replicas.all[0]!;
    const traffic = talk({ chats: 20, perChat: 10, pauseMs: 1_000 });
    const outcomes: string[] = [];
    let isOver = false;
    const callers = Array.from({ length: 8 }, async (_, caller) => {
      while (!isOver) {
        const row = write(100 + caller);
        const outcome = await replicas.offer(web, row);
        outcomes.push(outcome);
        if (outcome !== '200') await replicas.deliver(row);
      }
    });
    await eventually(() => outcomes.length > 50, { what: 'callers that do not wait' });
    for (const each of replicas.all) {
      expect(await each.terminate()).toBe(0);
      isOver = true;
      await each.start();
    }
    await Promise.all([traffic, ...callers]);
    // Either 200, or a lost connection, after which another replica is called.
    expect(outcomes.filter((outcome) => /^\d/.test(outcome) && outcome !== '200')).toEqual([]);
    await allAnsweredOnce();
  }, 120_000);

  it('do not answer their own answer in a chat with oneself, whichever replica gets it', async () => {
    await start('all', 'all');
    const me = 'host.owner@example.com';
    const say = async (replica: GatewayProcess, text: string) =>
      expect(await replicas.offer(replica, bridge.receiveUnseen({ from: me, text }))).toBe('200');
    const said = () => bridge.sentMessages(bridge.directChat(me).guid).map(({ text }) => text);
    const [first, second] = replicas.all as [GatewayProcess, GatewayProcess];
    await say(first, 'note');
    await eventually(() => said().length === 1, { what: 'the answer' });
    // The replica loses its memory, and releases its leases.
    expect(await second.terminate()).toBe(0);
    await second.start();
    // The reflected copy comes first, then the person's own message, which is answered.
    await say(second, 'echo: note');
    await say(second, 'done');
    await eventually(() => said().includes('echo: done'), { what: 'the second answer' });
    expect(said()).toEqual(['echo: note', 'echo: done']);
  }, 60_000);

  it('wait for an unavailable database when they start, and end on SIGTERM', async () => {
    await postgres.crash();
    const [first, second] = make('all', 'all').all as [GatewayProcess, GatewayProcess];
    const starts = [first.start(), second.start().catch(() => 'ended')];
    for (const each of [first, second])
      await eventually(() => each.output.includes('cannot be reached yet'), {
        what: 'the line that says so',
      });
    expect(await second.terminate()).toBe(0);
    await postgres.start();
    await Promise.all(starts);
    expect(await httpStatus(first, '/readyz')).toBe(200);
  }, 60_000);

  it('move the upkeep when one dies, and pass a hello-world to the one on duty', async () => {
    await start('all', 'all', 'web');
    const first = onDuty()!;
    await first.kill();
    await eventually(() => onDuty() !== first, { timeoutMs: 20_000, what: 'another on duty' });
    const web = replicas.all[2]!;
    expect(onDuty()).not.toBe(web);
    write(0);
    expect(await replicas.post(web, { type: 'hello-world', data: null })).toBe('200');
    await eventually(() => answered() === 1, { what: 'the catch-up' });
    await allAnsweredOnce();
  }, 60_000);
});
