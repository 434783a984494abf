import { Registry } from 'prom-client';
import { SYSTEM } from '../../src/access-control/index.js';
import { ModelMeter, OverBudgetError, type TurnInput } from '../../src/assistant/index.js';
import type { Tx } from '../../src/persistence/index.js';
import { Budgets, TurnUsage, UsageReports } from '../../src/usage/index.js';
import { BudgetAlarms } from '../../src/usage/budgets/budget-alarms.service.js';
import { CallsRepository } from '../../src/usage/ledger/calls.repository.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import { callMetered, meter, tokens, turnOf } from '../support/metered-model.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const budget = (limits: object) => ({
  usage: {
    budgets: [{ name: 'each', per: 'sender', ...limits }],
    overBudget: 'Enough until {when}.',
  },
});

const wanted = (input: TurnInput) => ({ input, inputTokens: () => 500, maxOutputTokens: 1_000 });
/** A turn whose model may take so long that a wait for room takes its longest. */
const slowTurnOf = (sender: string): TurnInput => {
  const turn = turnOf(sender);
  const runtime = { ...turn.agent.runtime, timeoutMs: 600_000 };
  return { ...turn, agent: { ...turn.agent, runtime } };
};
/** Calls that are never settled reserve what a budget of 2,000 tokens has. */
const reserveAll = async (sut: ModelMeter) => {
  const planned = { ...wanted(turnOf('ann')), maxOutputTokens: 1_500 };
  await sut.reserve(planned, new AbortController().signal);
};

describe.each(DATABASES)('a budget on %s', (_, open) => {
  const world = pipelineWorld(open);
  const { start, letIn, idle } = world;

  const counts = () => world.database.db.on().selectFrom('budget_counts').selectAll().execute();
  const audited = async () =>
    (await world.database.db.on().selectFrom('audit_log').selectAll().execute()).filter(({ action }) =>
      action.startsWith('budget.'),
    );

  it('is overspent by none of 300 parallel calls on two replicas', async () => {
    const config = budget({ tokensPerDay: 20_000, costPerMonth: 0.03 });
    const replicas = [await start({ config }), await start({ config })];
    let spent = 0;
    let refused = 0;
    const call = async (at: number) => {
      const sut = replicas[at % 2]!.module.get(ModelMeter);
      const used = tokens(100, 50 + (at % 7) * 20);
      try {
        const most = await callMetered(sut, turnOf('ann', `t${at}`), { maxOutputTokens: 400, usage: used });
        expect(most).toBeGreaterThanOrEqual(256);
        spent += used.inputTokens + used.outputTokens;
      } catch (error) {
        expect(error).toBeInstanceOf(OverBudgetError);
        refused++;
      }
    };
    for (let round = 0; round < 10; round++)
      await Promise.all(Array.from({ length: 30 }, (_each, at) => call(round * 30 + at)));
    expect(spent).toBeLessThanOrEqual(20_000);
    // No more is left than the least that a call needs.
    expect(spent).toBeGreaterThan(20_000 - 1_200);
    expect(refused).toBeGreaterThan(0);
  });

  it('caps the answer by what is left, and refuses what has room for fewer than 256 tokens', async () => {
    const p = await start({ config: budget({ tokensPerDay: 1_000 }) });
    const sut = p.module.get(ModelMeter);
    const turn = turnOf('ann');
    expect(await callMetered(sut, turn, { maxOutputTokens: 5_000, usage: tokens(100, 500) })).toBe(900);
    expect(await callMetered(sut, turn, { maxOutputTokens: 5_000, usage: tokens(100, 100) })).toBe(300);
    await expect(callMetered(sut, turn)).rejects.toThrow(OverBudgetError);
    expect(await callMetered(sut, turnOf('bob'), { usage: tokens(1, 1) })).toBe(900);
  });

  it('keeps a reservation spent when its call was never settled', async () => {
    const config = budget({ tokensPerDay: 2_000 });
    const killed = await start({ config });
    const planned = { input: turnOf('ann'), inputTokens: () => 500, maxOutputTokens: 1_000 };
    await killed.module.get(ModelMeter).reserve(planned, new AbortController().signal);
    const next = await start({ config });
    const most = await callMetered(next.module.get(ModelMeter), turnOf('ann'), { usage: tokens(100, 1) });
    expect(most).toBeLessThanOrEqual(400);
    const open_ = await world.database.db.on().selectFrom('usage_open_calls').selectAll().execute();
    expect(open_.reduce((sum, { input, output }) => sum + input + output, 0)).toBeGreaterThanOrEqual(1_500);
  });

  it('is waited for half as long as a model may take at the most', async () => {
    const sut = (await start({ config: budget({ tokensPerDay: 2_000 }) })).module.get(ModelMeter);
    await reserveAll(sut);
    const late = new AbortController();
    // Before the longest wait, which is half a minute.
    const timer = setTimeout(() => late.abort(new Error('still waiting')), 20_000);
    await expect(sut.reserve(wanted(turnOf('ann')), late.signal)).rejects.toThrow(OverBudgetError);
    clearTimeout(timer);
  });

  it('is waited for in vain by one call of many: the others are refused at once', async () => {
    const sut = (await start({ config: budget({ tokensPerDay: 2_000 }) })).module.get(ModelMeter);
    await reserveAll(sut);
    const never = new AbortController().signal;
    await expect(sut.reserve(wanted(turnOf('ann')), never)).rejects.toThrow(OverBudgetError);
    // Each would wait for half a minute.
    for (let n = 0; n < 5; n++)
      await expect(sut.reserve(wanted(slowTurnOf('ann')), never)).rejects.toThrow(OverBudgetError);
  });

  it('lets a stop end the wait for room', async () => {
    const sut = (await start({ config: budget({ tokensPerDay: 2_000 }) })).module.get(ModelMeter);
    await reserveAll(sut);
    const stop = new AbortController();
    const stopped = sut.reserve(wanted(slowTurnOf('ann')), stop.signal);
    stop.abort(new Error('stopped by a command'));
    await expect(stopped).rejects.not.toThrow(OverBudgetError);
  });

  it('has nothing reserved any more when its gateway has stopped, and the ledger each call once', async () => {
    const p = await start({ config: budget({ tokensPerDay: 20_000 }) });
    await callMetered(p.module.get(ModelMeter), turnOf('ann'), { usage: tokens(100, 50) });
    await p.stop();
    const { db } = world.database;
    expect(await db.on().selectFrom('usage_open_calls').selectAll().execute()).toEqual([]);
    expect(await counts()).toEqual([expect.objectContaining({ used: 150, spent: 150 })]);
    const calls = await db.on().selectFrom('usage_calls').select(['input', 'output']).execute();
    expect(calls).toEqual([{ input: 100, output: 50 }]);
  });

  it('counts a person who is linked to a user once over all channels', async () => {
    const p = await start({ config: budget({ tokensPerDay: 1_000 }) });
    const { db } = world.database;
    await db.transaction(async (tx) => {
      const on = db.on(tx);
      const user = { id: 'usr_1', display_name: 'Ann', email: 'a@example.org', email_key: 'a@example.org' };
      await on
        .insertInto('users')
        .values({ ...user, status: 'active', created_at: 1, updated_at: 1 })
        .execute();
      for (const sender of ['ann', 'anna']) {
        const key = { channel: 'fake', account: 'default', sender_id: sender };
        await on
          .insertInto('grants')
          .values({
            ...key,
            id: `grn_${sender}`,
            sender_name: null,
            source: 'operator',
            created_at: 1,
            created_by: 'x',
          })
          .execute();
        await on
          .insertInto('user_identities')
          .values({
            ...{ ...key, id: `idn_${sender}`, user_id: 'usr_1', display_name: null, linked_at: 1 },
          })
          .execute();
      }
    });
    const sut = p.module.get(ModelMeter);
    await callMetered(sut, turnOf('ann'), { usage: tokens(100, 700) });
    await expect(callMetered(sut, turnOf('anna'))).rejects.toThrow(OverBudgetError);
    expect(new Set((await counts()).map(({ subject }) => subject))).toEqual(new Set(['usr_1']));
  });

  it('is told of once in the period; further messages are kept as context and dropped', async () => {
    const p = await start({ config: budget({ tokensPerDay: 300 }) });
    await letIn(p);
    meter(p, { usage: tokens(100, 1) });
    for (const text of ['one', 'two', 'three']) await p.connector.receive('ann', text);
    await idle(p);
    const said = p.connector.textsTo('ann');
    expect(said).toEqual([expect.stringMatching(/^Enough until \d{4}-\d\d-\d\d 00:00\.$/)]);
    const { db } = world.database;
    const events = await db.on().selectFrom('inbound_events').select(['outcome', 'reason']).execute();
    expect(events).toEqual(Array(3).fill({ outcome: 'dropped', reason: 'over-budget' }));
    const lines = await db.on().selectFrom('transcript').select(['role', 'text']).execute();
    expect(lines).toEqual(['one', 'two', 'three'].map((text) => ({ role: 'user', text })));
  });

  it('that is met at a later step ends the turn with what it has said, and that text', async () => {
    const p = await start({ config: budget({ tokensPerDay: 1_500 }) });
    await letIn(p);
    meter(p, { usage: tokens(100, 600) }, 3);
    await p.connector.receive('ann', 'hi');
    await idle(p);
    expect(p.connector.textsTo('ann')).toEqual([
      expect.stringContaining('word 1. word 2.'),
      expect.stringMatching(/^Enough/),
    ]);
  });

  it('is reported at 80 and 100 %, each once', async () => {
    const p = await start({ config: budget({ tokensPerDay: 10_000 }) });
    const sut = p.module.get(ModelMeter);
    const call = () => callMetered(sut, turnOf('ann'), { maxOutputTokens: 1_000, usage: tokens(100, 900) });
    for (let n = 0; n < 9; n++) await call();
    await eventually(async () => (await audited()).length === 1);
    await call()
      .then(call, () => undefined)
      .catch(() => undefined);
    await eventually(async () => (await audited()).length === 2);
    expect((await audited()).map(({ action, subject }) => [action, subject])).toEqual([
      ['budget.warned', 'each'],
      ['budget.reached', 'each'],
    ]);
    // Another replica, whose call is refused for it.
    const [limit] = await p.db.on().selectFrom('budget_counts').selectAll().execute();
    await p.module.get(BudgetAlarms, { strict: false }).reached(limit!);
    expect(await audited()).toHaveLength(2);
  });

  it('has more room by an allowance, until its time is over or it is withdrawn, and shows how far it is used', async () => {
    const clock = new FakeClock(Date.UTC(2026, 10, 24, 12));
    const p = await start({ config: budget({ tokensPerDay: 300 }), clock });
    const sut = p.module.get(ModelMeter);
    const budgets = p.module.get(Budgets, { strict: false });
    await expect(callMetered(sut, turnOf('ann'))).rejects.toThrow(OverBudgetError);
    const allow = () =>
      budgets.allow(SYSTEM, 'each', {
        ...{ subject: 'fake:ann', cost: 0, tokens: 1_000, until: clock.now() + 60_000 },
      });
    await allow();
    expect(await callMetered(sut, turnOf('ann'), { usage: tokens(100, 450) })).toBe(1_000);
    clock.advance(60_000);
    await expect(callMetered(sut, turnOf('ann'))).rejects.toThrow(OverBudgetError);
    const { id } = await allow();
    expect(await callMetered(sut, turnOf('ann'), { usage: tokens(100, 50) })).toBe(650);
    await budgets.withdraw(SYSTEM, 'each', id);
    await expect(callMetered(sut, turnOf('ann'))).rejects.toThrow(OverBudgetError);
    const ratios = await budgets.usedRatios();
    expect(ratios.get('each')).toBeGreaterThan(1);
  });

  it('is a metric of what is used, which names no person', async () => {
    const p = await start({ config: budget({ tokensPerDay: 10_000 }) });
    await callMetered(p.module.get(ModelMeter), turnOf('ann'), { usage: tokens(100, 900) });
    const metrics = await p.module.get(Registry, { strict: false }).metrics();
    const [line] = /^gatehouse_budget_used_ratio.*$/m.exec(metrics) ?? [];
    expect(line).toMatch(/^gatehouse_budget_used_ratio\{budget="each"\} 0\.\d+$/);
    expect(metrics).not.toContain('ann"');
  });
});

describe.each(DATABASES)('the ledger on %s', (_, open) => {
  const world = pipelineWorld(open);
  const { start, letIn, idle } = world;
  const rows = () => world.database.db.on().selectFrom('usage_calls').selectAll().execute();

  it('has the calls of an answered turn in one row, written with its end', async () => {
    const p = await start();
    await letIn(p);
    meter(p, { usage: { ...tokens(100, 20), cachedTokens: 60, reasoningTokens: 5 } }, 2);
    await p.connector.receive('ann', 'hi');
    await idle(p);
    expect(await rows()).toEqual([
      expect.objectContaining({
        ...{
          agent: 'main',
          channel: 'fake',
          sender: 'fake:ann',
          conversation: 'fake:default:chat-ann',
          key_id: '',
        },
        ...{ calls: 2, unpriced_calls: 2, input: 200, cached: 120, output: 40, reasoning: 10, cost: 0 },
        is_estimate: 0,
      }),
    ]);
    expect(await world.database.db.on().selectFrom('budget_counts').selectAll().execute()).toEqual([]);
  });

  it.each([
    ['was rolled back', 0],
    ['was committed, which nobody learned', 1],
  ])(
    'has the calls of a turn whose transaction %s, once, and lets go of what they reserved',
    async (_end, had) => {
      const p = await start({ config: budget({ tokensPerDay: 20_000 }) });
      const sut = p.module.get(ModelMeter);
      await callMetered(sut, turnOf('ann'), { usage: tokens(100, 10) });
      const ending = p.db.transaction(async (tx) => {
        const unlearned: Tx = { ...tx, afterEnd: (hook) => tx.afterEnd(() => hook(false)) };
        await p.module.get(TurnUsage).commitWith(unlearned, 'evt_ann');
        if (had === 0) throw new Error('undone');
      });
      await ending.catch(() => undefined);
      expect(await rows()).toHaveLength(had);
      await callMetered(sut, turnOf('bob'), { usage: tokens(200, 20) });
      const inputs = async () => (await rows()).map(({ input }) => input).toSorted();
      await eventually(async () => (await inputs()).length === 2, { what: 'both calls in the ledger' });
      await p.stop();
      expect(await inputs()).toEqual([100, 200]);
      expect(await world.database.db.on().selectFrom('usage_open_calls').selectAll().execute()).toEqual([]);
    },
  );

  it('has calls without a turn soon, at their price, and an estimate where the model reported nothing', async () => {
    const p = await start();
    const sut = p.module.get(ModelMeter);
    await callMetered(sut, turnOf('ann'), { usage: tokens(100, 10) });
    await callMetered(sut, turnOf('ann'), { inputTokens: 50, maxOutputTokens: 300 });
    await eventually(async () => (await rows()).length === 2);
    const sums = (await rows()).map(({ input, output, cost, is_estimate: at }) => [input, output, cost, at]);
    expect(sums).toEqual(
      expect.arrayContaining([
        [100, 10, 120, 0],
        [50, 300, 650, 1],
      ]),
    );
  });

  it('reports the calls that are estimates, also once they are folded into one row of their day', async () => {
    const p = await start();
    const usages = [tokens(100, 10), undefined, undefined];
    for (const [n, usage] of usages.entries())
      await callMetered(p.module.get(ModelMeter), turnOf('ann', `evt_${n}`), { usage });
    await eventually(async () => (await rows()).length === 3, { what: 'three calls in the ledger' });
    const reported = async () => (await p.module.get(UsageReports).report({ by: 'sender' })).lines;
    const expected = [expect.objectContaining({ name: 'fake:ann', calls: 3, estimated_calls: 2 })];
    expect(await reported()).toEqual(expected);
    const calls = p.module.get(CallsRepository, { strict: false });
    await p.db.transaction((tx) => calls.deleteOlderThan(tx, Date.now() + 60_000, 9));
    expect(await rows()).toEqual([]);
    expect(await reported()).toEqual(expected);
  });

  it('has a call that a kill cut off, as an estimate, once no call takes so long', async () => {
    const p = await start({ config: budget({ tokensPerDay: 2_000 }) });
    await p.module.get(ModelMeter).reserve(wanted(turnOf('ann')), new AbortController().signal);
    const openCalls = () => world.database.db.on().selectFrom('usage_open_calls').selectAll().execute();
    const [open] = await openCalls();
    const calls = p.module.get(CallsRepository, { strict: false });
    const [unfoldedMs, cutOffMs] = [3 * 86_400_000, 6 * 3_600_000];
    const foldAfter = (ms: number) =>
      p.db.transaction((tx) => calls.deleteOlderThan(tx, Date.now() + ms - unfoldedMs, 9));
    await foldAfter(cutOffMs - 60_000);
    expect(await rows()).toEqual([]);
    for (const _ of ['once', 'again']) await foldAfter(cutOffMs + 60_000);
    const { id, input, output, cost } = open!;
    const estimate = { id, input, output, cost, calls: 1, is_estimate: 1 };
    expect(await rows()).toEqual([expect.objectContaining(estimate)]);
    expect(await openCalls()).toEqual([]);
  });
});
