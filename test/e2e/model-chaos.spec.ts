import { BridgeSimulator, type MessageRow, ModelSimulator } from '../../simulators/index.js';
import { eventually } from '../support/eventually.js';
import { type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { emptyDatabaseOn } from './support/empty-database.js';
import { Replicas } from './support/replicas.js';
import { waitingJobs } from './support/waiting-jobs.js';

/** `CHAOS_TURNS=10000` makes the run of the acceptance of usage and budgets. */
const TURNS = Number(process.env.CHAOS_TURNS ?? 300);
const PEOPLE = Math.min(50, Math.ceil(TURNS / 10));
const LEAST_KILLS = Math.min(3, Math.ceil(TURNS / 100));

const addressOf = (person: number) => `+1202555${String(100 + person).padStart(4, '0')}`;
/** A random pause, to vary the interleavings. */
const pause = (upToMs: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * upToMs));

describe('models that fail, and replicas that are killed', () => {
  let postgres: PostgresServer;
  let bridge: BridgeSimulator;
  let model: ModelSimulator;
  let replicas: Replicas;
  let databaseUrl: string;
  let written: Map<number, string[]>;

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());
  beforeEach(async () => {
    written = new Map();
    databaseUrl = await emptyDatabaseOn(postgres);
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 30], deliveryReceipts: false });
    model = await ModelSimulator.start({
      requestsKept: 10,
      reply: ({ messages }) => `echo: ${asked(messages)}`,
    });
    model.faults.completions
      .sometimes(0.02, { kind: 'status', status: 429, retryAfterSeconds: 1 })
      .sometimes(0.02, { kind: 'status', status: 529 })
      .sometimes(0.02, { kind: 'hang' })
      .sometimes(0.02, { kind: 'cut-stream', afterChunks: 1 })
      .sometimes(0.02, { kind: 'hang-stream', afterChunks: 1 })
      .sometimes(0.02, { kind: 'cut' });
  });
  afterEach(async () => {
    await replicas.dispose();
    await Promise.all([bridge.stop(), model.stop()]);
  });

  const start = async (budget: object) => {
    const price = { input: 1, output: 5 };
    const common = {
      model: 'm',
      apiKey: 'k',
      price,
      maxOutputTokens: 300,
      firstByteMs: 1_000,
      timeoutMs: 10_000,
    };
    const runtime = { ...common, type: 'anthropic', baseUrl: model.baseUrlOf('anthropic') };
    const fallbacks = [{ ...common, type: 'openai', baseUrl: model.baseUrlOf('openai') }];
    const sections = {
      agents: { list: [{ id: 'main', runtime, fallbacks }] },
      messages: { loopBreaker: { rounds: 0 } },
      usage: { budgets: [budget], overBudget: 'Enough until {when}.' },
    };
    replicas = new Replicas({ databaseUrl, bridge, roles: ['all', 'all', 'all'], sections });
    await replicas.start();
    await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
  };
  const write = (person: number): MessageRow => {
    const texts = written.get(person) ?? [];
    const text = `message ${texts.length} of ${person}`;
    written.set(person, [...texts, text]);
    return bridge.receiveUnseen({ from: addressOf(person), text });
  };
  const talk = (perPerson: number) =>
    Promise.all(
      Array.from({ length: PEOPLE }, async (_, person) => {
        for (let n = 0; n < perPerson; n++) {
          await pause(1_000);
          await replicas.deliver(write(person));
        }
      }),
    );
  /** Everybody writes, while replicas are killed. */
  const talkUnderKills = async () => {
    let isOver = false;
    const isDone = () => isOver;
    const traffic = talk(Math.ceil(TURNS / PEOPLE)).finally(() => (isOver = true));
    for (let kills = 0; !isDone() || kills < LEAST_KILLS; kills++) {
      await pause(4_000);
      const victim = replicas.all[Math.floor(Math.random() * replicas.all.length)]!;
      await victim.kill();
      await pause(500);
      await victim.start();
    }
    await traffic;
    await eventually(isIdle, { timeoutMs: 120_000, what: 'an empty queue' }).catch(async (error: unknown) => {
      throw new Error(`${String(error)}\n${await waitingJobs(databaseUrl)}`);
    });
  };
  const isIdle = async () => {
    const jobs = await replicas.jobs();
    return jobs !== undefined && Object.values(jobs).every((waiting) => waiting === 0);
  };
  const answersTo = (person: number) =>
    bridge.sentMessages(bridge.directChat(addressOf(person)).guid).map(({ text }) => text ?? '');
  /** The simulator's own sum, in tokens; `whole` without the answers that broke off. */
  const spent = () => {
    const totals = model.reported();
    const sum = (of: (each: (typeof totals)[number]) => { inputTokens: number; outputTokens: number }) =>
      totals.map(of).reduce((all, { inputTokens, outputTokens }) => all + inputTokens + outputTokens, 0);
    const whole = sum((each) => each);
    return { whole, all: whole + sum(({ cut }) => cut) };
  };
  const get = async (path: string) => {
    const answer = await replicas.all[0]!.admin('GET', path);
    return answer.body.items as Readonly<Record<string, number>>[];
  };
  const ledger = async () =>
    (await get('/usage?by=day')).reduce(
      (sum, { input_tokens = 0, output_tokens = 0 }) => sum + input_tokens + output_tokens,
      0,
    );

  it('answer each message once, and the ledger has every call', async () => {
    await start({ name: 'house', per: 'gateway', tokensPerDay: 1_000_000_000 });
    await talkUnderKills();
    for (const [person, texts] of written)
      expect(answersTo(person)).toEqual(texts.map((text) => `echo: ${text}`));
    expect(await ledger()).toBeGreaterThanOrEqual(spent().all);
    if (process.env.CHAOS_TURNS) console.log(spent(), await ledger(), model.reported());
  }, 900_000);

  it('spend no more than the limit, and tell each person once', async () => {
    const perPerson = Math.ceil(TURNS / PEOPLE);
    const limit = PEOPLE * perPerson * 400;
    await start({ name: 'house', per: 'gateway', tokensPerDay: limit });
    await talkUnderKills();
    expect(spent().all).toBeLessThanOrEqual(limit);
    expect(await ledger()).toBeGreaterThanOrEqual(spent().all);
    let notices = 0;
    for (const [person, texts] of written) {
      const all = answersTo(person);
      const told = all.filter((text) => text.startsWith('Enough'));
      notices += told.length;
      expect(told.length).toBeLessThanOrEqual(1);
      const echoes = all.filter((text) => !text.startsWith('Enough'));
      expect(echoes).toEqual(texts.slice(0, echoes.length).map((text) => `echo: ${text}`));
    }
    if (process.env.CHAOS_TURNS)
      console.log(limit, spent(), await ledger(), { notices }, await get('/budgets'));
  }, 900_000);
});

/** The newest message of a person in a prompt. */
function asked(messages: readonly { readonly content?: unknown }[]): string {
  return (
    JSON.stringify(messages)
      .match(/message \d+ of \d+/g)
      ?.at(-1) ?? ''
  );
}
