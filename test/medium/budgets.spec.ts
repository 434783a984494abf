import { Registry } from 'prom-client';
import { SYSTEM } from '../../src/access-control/index.js';
import { ModelMeter, OverBudgetError, type TurnInput } from '../../src/assistant/index.js';
import { Budgets } from '../../src/usage/index.js';
import { Draws } from '../../src/usage/budgets/draws.service.js';
import { Ledger } from '../../src/usage/ledger/ledger.service.js';
import { BudgetAlarms } from '../../src/usage/budgets/budget-alarms.service.js';
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

const NOON = Date.UTC(2026, 10, 24, 12);

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
    // An answer that may have fewer tokens anyway needs no more.
    expect(await callMetered(sut, turn, { maxOutputTokens: 50, usage: tokens(100, 50) })).toBe(50);
  });

  it('in money caps the answer by what is left for its price, and refuses a model without one', async () => {
    const p = await start({ config: budget({ costPerDay: 0.001, tokensPerDay: 600 }) });
    const sut = p.module.get(ModelMeter);
    const turn = turnOf('ann');
    const planned = { input: turn, inputTokens: () => 100, maxOutputTokens: 5_000 };
    const call = await sut.reserve(planned, new AbortController().signal);
    expect(call).toMatchObject({ maxOutputTokens: 450, isCapped: true });
    call.settle({ outcome: 'answered', usage: tokens(100, 300) });
    // Tokens for 100 more, and money for 100 more.
    await expect(callMetered(sut, turn, { maxOutputTokens: 101 })).rejects.toThrow(OverBudgetError);
    expect(await callMetered(sut, turn, { maxOutputTokens: 100, usage: tokens(100, 100) })).toBe(100);
    const { price: _price, ...runtime } = turn.agent.runtime;
    const unpriced = callMetered(sut, { ...turn, agent: { ...turn.agent, runtime } });
    await expect(unpriced).rejects.toMatchObject({
      message: 'the model has no price, but "each" limits the cost',
      code: 'no-price',
      isRetryable: false,
    });
  });

  it('that has several limits is refused by the one that has room again last', async () => {
    const clock = new FakeClock(NOON);
    const limits = { tokensPerDay: 300, tokensPerMonth: 300, costPerDay: 1 };
    const p = await start({ config: budget(limits), clock });
    const sut = p.module.get(ModelMeter);
    for (let n = 0; n < 2; n++)
      await expect(callMetered(sut, turnOf('ann'))).rejects.toMatchObject({
        budget: 'each',
        period: '2026-11',
        freeAt: Date.UTC(2026, 11, 1),
      });
    await eventually(async () => (await audited()).length > 0, {
      what: 'the reached budget in the audit log',
    });
    const reached = (await audited()).map(({ action, details }) => [action, JSON.parse(details) as unknown]);
    const details = { percent: '100', period: '2026-11', limit: '300 tokens', subject: 'fake:ann' };
    expect(reached).toEqual([['budget.reached', details]]);
  });

  it('is counted again for a person who was forgotten', async () => {
    const p = await start({ config: budget({ tokensPerDay: 20_000 }) });
    const sut = p.module.get(ModelMeter);
    await callMetered(sut, turnOf('ann'), { usage: tokens(100, 50) });
    await p.module.get(Ledger, { strict: false }).forgetPeople();
    const { db } = world.database;
    expect(await db.on().selectFrom('usage_calls').select('sender').execute()).toEqual([
      { sender: 'fake:ann' },
    ]);
    p.module.get(Draws, { strict: false }).forgetPeople(['fake:ann']);
    for (const table of ['budget_counts', 'usage_open_calls'] as const)
      await db.on().deleteFrom(table).execute();
    await callMetered(sut, turnOf('ann'), { usage: tokens(100, 50) });
    expect((await counts()).map(({ subject }) => subject)).toEqual(['fake:ann']);
    expect(await db.on().selectFrom('usage_open_calls').select('sender').execute()).toHaveLength(1);
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
          .values({ ...key, id: `idn_${sender}`, user_id: 'usr_1', display_name: null, linked_at: 1 })
          .execute();
      }
    });
    const sut = p.module.get(ModelMeter);
    await callMetered(sut, turnOf('ann'), { usage: tokens(100, 700) });
    await expect(callMetered(sut, turnOf('anna'))).rejects.toThrow(OverBudgetError);
    expect(new Set((await counts()).map(({ subject }) => subject))).toEqual(new Set(['usr_1']));
  });

  it('is reported once in the period; further messages are kept as context and dropped', async () => {
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
        subject: 'fake:ann',
        cost: 0,
        tokens: 1_000,
        until: clock.now() + 60_000,
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
    const until = new Date(clock.now() + 60_000).toISOString();
    const values = { subject: 'fake:ann', cost: 0, tokens: 1_000, until };
    const acts = (await audited()).filter(({ action }) => action.startsWith('budget.allow')).slice(1);
    expect(
      acts.map(({ action, subject, details, change }) => [
        action,
        subject,
        JSON.parse(details) as unknown,
        JSON.parse(change!) as unknown,
      ]),
    ).toEqual([
      [
        'budget.allowed',
        'each',
        { allowance: id, subject: 'fake:ann', until },
        { before: {}, after: values },
      ],
      [
        'budget.allowance-ended',
        'each',
        { allowance: id, subject: 'fake:ann' },
        { before: values, after: {} },
      ],
    ]);
  });

  it('is a metric of usage that names no person', async () => {
    const p = await start({ config: budget({ tokensPerDay: 10_000 }) });
    await callMetered(p.module.get(ModelMeter), turnOf('ann'), { usage: tokens(100, 900) });
    const metrics = await p.module.get(Registry, { strict: false }).metrics();
    const [line] = /^gatehouse_budget_used_ratio.*$/m.exec(metrics) ?? [];
    expect(line).toMatch(/^gatehouse_budget_used_ratio\{budget="each"\} 0\.\d+$/);
    expect(metrics).not.toContain('ann"');
  });
});
