import {
  BridgeSimulator,
  type MessageRow,
  type ModelRequest,
  ModelSimulator,
} from '../../simulators/index.js';
import { timeLimit } from '../../simulators/common/time-limit.js';
import { eventually } from '../support/eventually.js';
import { type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { emptyDatabaseOn } from './support/empty-database.js';
import { expectedOf, type Kill, leastEstimate, missingIn } from './support/model-chaos/balance.js';
import { readEchoes, restOfEcho, textOf } from './support/model-chaos/echoes.js';
import { amountOf, ModelAccounts } from './support/model-chaos/model-accounts.js';
import { Population, ROOMY_BUDGET, type Wire } from './support/model-chaos/population.js';
import { UsageBooks } from './support/model-chaos/usage-books.js';
import { Replicas } from './support/replicas.js';
import { waitingJobs } from './support/waiting-jobs.js';

/**
 * `CHAOS_TURNS=16000` makes the run of the acceptance of usage and budgets, and shows its figures: a third of the turns is
 * refused by budgets.
 */
const TURNS = Number(process.env.CHAOS_TURNS ?? 300);
const PEOPLE = Math.min(50, Math.ceil(TURNS / 10));
const TURNS_OF_EACH = Math.ceil(TURNS / PEOPLE);
const LEAST_KILLS = 3;
/** On a busy machine each kill makes a run longer, and so would have another follow. */
const MOST_KILLS = Math.max(LEAST_KILLS, TURNS / 100);
const TIME_LIMIT_MS = 200_000 + 150 * TURNS;
const WIRES: readonly Wire[] = ['anthropic', 'openai'];

/** A random pause, to vary the interleavings. */
const pause = (upToMs: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * upToMs));

/** Resolves when the simulator has read all that a process sent before it ended: a new connection is read after it. */
const readToTheEnd = async ({ baseUrl }: ModelSimulator): Promise<void> => {
  const answer = await fetch(`${baseUrl}/models`, { headers: { connection: 'close' } });
  await answer.arrayBuffer();
};

describe('models that fail, and replicas that are killed', () => {
  let postgres: PostgresServer;
  let databaseUrl: string;
  let bridge: BridgeSimulator;
  let model: ModelSimulator;
  let accounts: ModelAccounts;
  let replicas: Replicas;
  let population: Population;
  let kills: Kill[];

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());
  beforeEach(async () => {
    kills = [];
    population = new Population(PEOPLE, TURNS_OF_EACH);
    databaseUrl = await emptyDatabaseOn(postgres);
    bridge = await BridgeSimulator.start({ echoDelayMs: [1, 30], deliveryReceipts: false });
    const reply = ({ messages }: ModelRequest) => restOfEcho(messages);
    model = await ModelSimulator.start({ requestsKept: 10, reply, tokenDelayMs: 20 });
    accounts = new ModelAccounts(model);
    model.faults.completions
      .sometimes(0.02, { kind: 'status', status: 429, retryAfterSeconds: 1 })
      .sometimes(0.02, { kind: 'status', status: 529 })
      .sometimes(0.02, { kind: 'hang' })
      .sometimes(0.02, { kind: 'cut' })
      .sometimes(0.02, { kind: 'cut-stream', afterChunks: 1 })
      .sometimes(0.02, { kind: 'cut-stream', afterChunks: 4 })
      .sometimes(0.02, { kind: 'hang-stream', afterChunks: 4 })
      .sometimes(0.02, { kind: 'end-stream', afterChunks: 4 })
      .sometimes(0.02, { kind: 'error-in-stream', afterChunks: 4, form: 'event' });
    await start();
  });
  afterEach(async () => {
    await replicas.dispose();
    await Promise.all([bridge.stop(), model.stop()]);
  });

  const start = async () => {
    const limits = { maxOutputTokens: 300, firstByteMs: timeLimit(3_000), timeoutMs: timeLimit(10_000) };
    const sections = {
      ...population.settings((wire) => ({ baseUrl: model.baseUrlOf(wire), apiKey: 'k', ...limits })),
      messages: { loopBreaker: { rounds: 0 } },
    };
    replicas = new Replicas({ databaseUrl, bridge, roles: ['all', 'all', 'all'], sections });
    await replicas.start();
    await eventually(() => bridge.webhooks.length === 1, { what: 'the registration of the webhook' });
  };
  const write = (person: number, message: number): MessageRow =>
    bridge.receiveUnseen({ from: Population.addressOf(person), text: textOf(message, person) });
  const talk = async (person: number) => {
    for (let message = 0; message < TURNS_OF_EACH; message++) {
      await pause(1_000);
      await replicas.deliver(write(person, message));
    }
  };
  const killOne = async () => {
    const victim = replicas.all[Math.floor(Math.random() * replicas.all.length)]!;
    const from = Date.now();
    await victim.kill();
    await readToTheEnd(model);
    kills.push({ from, to: Date.now() });
    await pause(500);
    await victim.start();
  };
  /** Everybody writes, and replicas are killed. */
  const talkUnderKills = async () => {
    let isOver = false;
    const isDone = () => kills.length >= (isOver ? LEAST_KILLS : MOST_KILLS);
    const killAll = async () => {
      for (await pause(4_000); !isDone(); await pause(4_000)) await killOne();
    };
    const talkAll = () => Promise.all(population.people.map(talk)).then(idle);
    await Promise.all([talkAll().finally(() => (isOver = true)), killAll()]);
    await idle();
  };
  const idle = () =>
    eventually(isIdle, { timeoutMs: 90_000 + 80 * TURNS, what: 'an empty queue' }).catch(
      async (error: unknown) => {
        throw new Error(`${String(error)}\n${await waitingJobs(databaseUrl)}`);
      },
    );
  const isIdle = async () => {
    const jobs = await replicas.jobs();
    return jobs !== undefined && Object.values(jobs).every((waiting) => waiting === 0);
  };
  /** Operators see no less than the simulator's own sum. */
  const expectShown = async () => {
    const spent = accounts.sumOf(population.people, 'tokens');
    const isShown = async () => {
      const { body } = await replicas.all[0]!.admin('GET', '/usage?by=day');
      const lines = body.items as { input_tokens: number; output_tokens: number }[];
      return lines.reduce((sum, line) => sum + line.input_tokens + line.output_tokens, 0) >= spent;
    };
    await eventually(isShown, { what: `a usage of ${spent} tokens at the least` });
  };
  /** Ends the replicas as an operator does, so that they give back what they have drawn ahead. */
  const close = async () => {
    const codes = await Promise.all(replicas.all.map((each) => each.terminate()));
    expect(codes).toEqual([0, 0, 0]);
    return UsageBooks.read(databaseUrl);
  };
  const echoes = (person: number) => {
    const { guid } = bridge.directChat(Population.addressOf(person));
    const texts = bridge.sentMessages(guid).map(({ text }) => text ?? '');
    return readEchoes(texts, person);
  };
  /** Each message was answered once and in order, or refused by a budget, of which its author was told once. */
  const expectAnswers = (books: UsageBooks, person: number) => {
    const { answered, brokenOff, notices, others } = echoes(person);
    const taken = answered.length + brokenOff;
    const refused = TURNS_OF_EACH - taken;
    expect(others).toEqual([]);
    expect(answered).toEqual([...new Set(answered)].toSorted((one, other) => one - other));
    expect(books.endsOf(person)).toEqual({
      ...(taken > 0 && { 'done turn': taken }),
      ...(refused > 0 && { 'done dropped over-budget': refused }),
    });
    // An answer that a budget ends always says so.
    expect(notices).toBeGreaterThanOrEqual(Math.max(brokenOff, Math.min(refused, 1)));
    expect(notices).toBeLessThanOrEqual(brokenOff + Math.min(refused, 1));
  };
  /**
   * The ledger has the reported tokens of each whole call, but for those that a kill cut off, and an estimate of all others.
   * @returns the calls that a kill cut off
   */
  const expectBalance = (books: UsageBooks, person: number) => {
    const expected = expectedOf(accounts.of(person), new Set(echoes(person).answered), kills);
    return WIRES.flatMap((wire) => {
      const [calls, ledger] = [expected(wire), books.of(person, wire)];
      const missing = missingIn(ledger, calls);
      if (!missing) throw new Error(`not balanced: ${JSON.stringify({ calls, ledger, kills }, null, 1)}`);
      const { estimated } = ledger;
      expect(estimated.tokens).toBeGreaterThanOrEqual(leastEstimate(calls, missing));
      expect(estimated.calls).toBeGreaterThanOrEqual(calls.estimated.length);
      const most = calls.estimated.length + calls.perhapsEstimated.length + missing.length;
      expect(estimated.calls).toBeLessThanOrEqual(most);
      return missing;
    });
  };
  /** No limit is overspent, by the simulator's own sum; no count is below it, and each that is tight has refused calls. */
  const expectWithinBudgets = ({ counts }: UsageBooks) => {
    for (const { people, unit, most } of population.limits())
      expect(accounts.sumOf(people, unit)).toBeLessThanOrEqual(most);
    for (const { used, most } of counts) expect(used).toBeLessThanOrEqual(most);
    for (const [budget, limits] of Map.groupBy(population.limits(), (each) => each.budget)) {
      const spent = limits.reduce((sum, { people, unit }) => sum + accounts.sumOf(people, unit), 0);
      const used = counts.filter((each) => each.budget === budget).reduce((sum, each) => sum + each.used, 0);
      expect(used).toBeGreaterThanOrEqual(spent);
      const notices = limits.flatMap(({ people }) => people.map((person) => echoes(person).notices));
      if (budget !== ROOMY_BUDGET) expect(Math.max(...notices)).toBeGreaterThan(0);
    }
  };
  const showFigures = (books: UsageBooks, more: object) => {
    const said = population.people.map((person) => echoes(person));
    const sum = (of: (each: (typeof said)[number]) => number) =>
      said.reduce((all, each) => all + of(each), 0);
    const turns = { answered: sum((each) => each.answered.length), brokenOff: sum((each) => each.brokenOff) };
    const simulator = accounts.sumOf(population.people, 'tokens');
    const limits = population.limits().map(({ people, budget, unit, most }) => {
      return { budget, unit, most, simulator: accounts.sumOf(people, unit) };
    });
    const calls = { calls: accounts.all.length, ...accounts.outcomes() };
    const figures = { ...more, kills: kills.length, ...turns };
    const lines = [figures, calls, { simulator, ledger: books.totals }, ...limits, ...books.counts];
    process.stderr.write(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  };

  it(
    'answer each message once or refuse it by a budget, overspend none, and have each call in the ledger',
    async () => {
      const begun = Date.now();
      await talkUnderKills();
      const seconds = Math.round((Date.now() - begun) / 1_000);
      await expectShown();
      const books = await close();
      if (process.env.CHAOS_TURNS) showFigures(books, { turns: TURNS, seconds });
      for (const person of population.people) expectAnswers(books, person);
      const cut = population.people.flatMap((person) => expectBalance(books, person));
      expectWithinBudgets(books);
      const tokens = cut.reduce((sum, call) => sum + amountOf(call, 'tokens'), 0);
      const news = `${cut.length} whole calls, of ${tokens} tokens, were cut by a kill before the ledger had them\n`;
      if (process.env.CHAOS_TURNS) process.stderr.write(news);
    },
    TIME_LIMIT_MS,
  );
});
