import { Random } from '../../simulators/common/random.js';
import { eventually } from '../support/eventually.js';
import { type PostgresServer, startPostgres } from '../support/postgres-server.js';
import { ChaosRun, Turns } from './support/approval-chaos/chaos-run.js';
import { ChaosWorld, REQUESTERS } from './support/approval-chaos/chaos-world.js';
import { Killer } from './support/approval-chaos/killer.js';
import { planOf } from './support/approval-chaos/run-plan.js';
import { describeRun, evidenceOf, problemsOf } from './support/approval-chaos/verdict.js';
import { emptyDatabaseOn } from './support/empty-database.js';
import { waitingJobs } from './support/waiting-jobs.js';

/**
 * `npm run test:approval-chaos` makes the runs of the acceptance of approvals, 1,000 on each database, and shows its figures;
 * APPROVAL_SEED repeats those of another seed. CI has each kind of run, and a few more.
 */
const RUNS = Number(process.env.APPROVAL_RUNS ?? 16);
const SEED = Number(process.env.APPROVAL_SEED ?? 28);
/**
 * Kills besides those of the runs. Each costs the conversations of that replica up to 20 s, until the others know that it
 * is gone: without an end to them a slow machine needs longer for the runs, which brings more of them.
 */
const MOST_KILLS = process.env.APPROVAL_RUNS === undefined ? 3 : Infinity;
/** Longer than each of the waits below, so that one that fails says what for. */
const TIME_LIMIT_MS = 240_000 + 1_000 * RUNS;

describe('approvals while gateways are killed, people disagree and policies change', () => {
  let postgres: PostgresServer;
  let world: ChaosWorld | undefined;

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.remove());
  afterEach(() => world?.dispose());

  /** Each requester waits for one end after the other; all of them do so at once. */
  const liveAll = (runs: readonly ChaosRun[]) => {
    const byRequester = Map.groupBy(runs, ({ plan }) => plan.requester);
    return Promise.all(
      [...byRequester.values()].map(async (own) => {
        for (const run of own) await run.live().catch((error: unknown) => (run.trouble = String(error)));
      }),
    );
  };

  const isIdle = async () => {
    const jobs = await world!.replicas.jobs();
    // An expiry waits on, and finds its approval decided.
    const { approval: _, ...others } = jobs ?? { unknown: 1 };
    return Object.values(others).every((waiting) => waiting === 0);
  };

  const play = async (databaseUrl?: string) => {
    const random = new Random(SEED);
    const begun = Date.now();
    const { replicas } = world!;
    const killer = new Killer(replicas, random, replicas.all.length > 1 ? 1_500 : 4_000);
    const parts = { world: world!, killer, turns: new Turns() };
    const runs = planOf(random, RUNS, REQUESTERS).map((plan) => new ChaosRun(plan, parts));
    let isOver = false;
    try {
      const lives = liveAll(runs).finally(() => (isOver = true));
      await Promise.all([lives, killer.killUntil(() => isOver, MOST_KILLS)]);
      await eventually(isIdle, { timeoutMs: 90_000, what: 'an empty queue' });
    } catch (error) {
      const jobs = databaseUrl === undefined ? '' : await waitingJobs(databaseUrl);
      const open = (await evidenceOf(runs, world!, killer.kills)).filter(
        (each) => problemsOf(each).length > 0,
      );
      const output = replicas.all.map((each) => each.output.slice(-3_000));
      const report = [String(error), ...open.slice(0, 5).map(describeRun), jobs, ...output].join('\n');
      throw new Error(report, { cause: error });
    }
    const evidence = await evidenceOf(runs, world!, killer.kills);
    return { evidence, kills: killer.kills.length, seconds: Math.round((Date.now() - begun) / 1_000) };
  };

  const judge = ({ evidence, ...figures }: Awaited<ReturnType<typeof play>>) => {
    const wrong = evidence.flatMap((each) => {
      const problems = problemsOf(each);
      return problems.length === 0 ? [] : [`${problems.join(', ')}: ${describeRun(each)}`];
    });
    if (process.env.APPROVAL_RUNS !== undefined) {
      const states = Object.groupBy(evidence, ({ approvals: [approval] }) => approval?.state ?? 'none');
      const ends = Object.fromEntries(Object.entries(states).map(([state, those]) => [state, those?.length]));
      const calls = evidence.reduce((sum, each) => sum + each.calls.length, 0);
      const isSpared = ({ approvals, calls: made }: (typeof evidence)[number]) =>
        approvals[0]?.state === 'interrupted' && made.length === 0;
      const spared = evidence.filter(isSpared).length;
      const shown = {
        seed: SEED,
        runs: evidence.length,
        ...figures,
        calls,
        ends,
        spared,
        wrong: wrong.length,
      };
      process.stderr.write(`${JSON.stringify(shown)}\n`);
    }
    expect(wrong).toEqual([]);
  };

  it(
    'of one gateway on SQLite, answered where they are asked for, are called once or not at all, and told once',
    async () => {
      world = await ChaosWorld.start({ replicas: 1, hasApprovers: false });
      judge(await play());
    },
    TIME_LIMIT_MS,
  );

  it(
    'of three replicas on PostgreSQL, answered by approvers, are called once or not at all, and told once',
    async () => {
      const databaseUrl = await emptyDatabaseOn(postgres);
      world = await ChaosWorld.start({ databaseUrl, replicas: 3, hasApprovers: true });
      judge(await play(databaseUrl));
    },
    TIME_LIMIT_MS,
  );
});
