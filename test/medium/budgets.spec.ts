import { Registry } from 'prom-client';
import { SYSTEM } from '../../src/access-control/index.js';
import { ModelMeter, OverBudgetError, type TurnInput } from '../../src/assistant/index.js';
import { newId } from '../../src/common/index.js';
import type { DeletesOld, Schema, Tx } from '../../src/persistence/index.js';
import { Budgets, TurnUsage, USAGE_GROUPS, UsageReports } from '../../src/usage/index.js';
import { AllowancesRepository } from '../../src/usage/budgets/allowances.repository.js';
import { BudgetAlarms } from '../../src/usage/budgets/budget-alarms.service.js';
import { CountsRepository, type DrawnCount } from '../../src/usage/budgets/counts.repository.js';
import { Draws } from '../../src/usage/budgets/draws.service.js';
import type { CountId } from '../../src/usage/budgets/limits.service.js';
import { NoticesRepository } from '../../src/usage/budgets/notices.repository.js';
import { CallsRepository } from '../../src/usage/ledger/calls.repository.js';
import { DaysRepository } from '../../src/usage/ledger/days.repository.js';
import { Ledger } from '../../src/usage/ledger/ledger.service.js';
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

/** A count as it stands in the database. */
const countRow = (id: CountId, more: object = {}) => ({
  ...{ ...id, used: 0, spent: 0, most: 100, wanted: 0, drawn: 0, overdrawn: 0, warned: 0, ends_at: 9 },
  ...more,
});
const ANN: CountId = { budget: 'each', subject: 'fake:ann', period: '2026-11-24', unit: 'tokens' };
const NOON = Date.UTC(2026, 10, 24, 12);

describe.each(DATABASES)('a budget on %s', (_, open) => {
  const world = pipelineWorld(open);
  const { start, letIn, idle } = world;
  const insert = (table: keyof Schema, rows: readonly object[]) =>
    world.database.db
      .on()
      .insertInto(table)
      .values(rows as object[])
      .execute();

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
      ...{ message: 'the model has no price, and "each" is in money', code: 'no-price', isRetryable: false },
    });
  });

  it('that has several limits is refused by the one that has room again last', async () => {
    const clock = new FakeClock(NOON);
    const limits = { tokensPerDay: 300, tokensPerMonth: 300, costPerDay: 1 };
    const p = await start({ config: budget(limits), clock });
    const sut = p.module.get(ModelMeter);
    for (let n = 0; n < 2; n++)
      await expect(callMetered(sut, turnOf('ann'))).rejects.toMatchObject({
        ...{ budget: 'each', period: '2026-11', freeAt: Date.UTC(2026, 11, 1) },
      });
    await eventually(async () => (await audited()).length > 0, {
      what: 'the reached budget in the audit log',
    });
    const reached = (await audited()).map(({ action, details }) => [action, JSON.parse(details)]);
    const details = { percent: '100', period: '2026-11', limit: '300 tokens', subject: 'fake:ann' };
    expect(reached).toEqual([['budget.reached', details]]);
  });

  it('is reported at exactly 80 and 100 %, once each, by its limit', async () => {
    const p = await start();
    const sut = p.module.get(BudgetAlarms, { strict: false });
    const check = async (count: Partial<DrawnCount>) => {
      await world.database.db.on().deleteFrom('budget_counts').execute();
      await world.database.db.on().deleteFrom('audit_log').execute();
      const row = { ...countRow(ANN, count) };
      await insert('budget_counts', [row]);
      for (let n = 0; n < 2; n++) await p.db.transaction((tx) => sut.check(tx, [row as DrawnCount]));
      const [after] = await counts();
      const told = (await audited()).map(({ action, details }) => [action, JSON.parse(details) as unknown]);
      return [after!.warned, ...told];
    };
    const ann = { period: '2026-11-24', limit: '100 tokens', subject: 'fake:ann' };
    expect(await check({ spent: 79 })).toEqual([0]);
    expect(await check({ spent: 80 })).toEqual([80, ['budget.warned', { ...ann, percent: '80' }]]);
    expect(await check({ spent: 99 })).toEqual([80, ['budget.warned', { ...ann, percent: '80' }]]);
    expect(await check({ spent: 100 })).toEqual([100, ['budget.reached', { ...ann, percent: '100' }]]);
    expect(await check({ spent: 99, warned: 80 })).toEqual([80]);
    expect(await check({ spent: 100, warned: 100 })).toEqual([100]);
    expect(await check({ spent: 100, warned: 80 })).toEqual([
      100,
      ['budget.reached', { ...ann, percent: '100' }],
    ]);
    expect(await check({ spent: 0, most: 0 })).toEqual([0]);
    const house = { subject: '', unit: 'cost', most: 1_500_000, spent: 1_500_000 } as const;
    expect(await check(house)).toEqual([
      100,
      ['budget.reached', { percent: '100', period: '2026-11-24', limit: '1.50' }],
    ]);
  });

  it('gives each draw what it has room for, of several in one order, and takes back in any case', async () => {
    const p = await start();
    const sut = p.module.get(CountsRepository, { strict: false });
    const limit = { ...ANN, most: 100, endsAt: 9 };
    const drawn = async (...draws: readonly object[]) => {
      const wanted = draws.map((each) => ({ limit, wanted: 0, overdrawn: 0, spent: 0, ...each }));
      return p.db.transaction((tx) => sut.draw(tx, wanted, NOON));
    };
    const next = async (draw: object) =>
      (await drawn(draw)).map(({ drawn: got, used, spent }) => [got, used, spent]);
    expect(await next({ wanted: 60, spent: 5 })).toEqual([[60, 60, 5]]);
    expect(await next({ wanted: 60 })).toEqual([[40, 100, 5]]);
    expect(await next({ wanted: 10, overdrawn: 3, spent: 20 })).toEqual([[0, 103, 25]]);
    expect(await next({ wanted: -30 })).toEqual([[-30, 73, 25]]);
    const other = { ...limit, subject: 'fake:ben' };
    expect(await next({ limit: other, wanted: 150, overdrawn: 20 })).toEqual([[80, 100, 0]]);
    const ids: readonly Partial<CountId>[] = [
      { budget: 'f', subject: 'a' },
      { subject: 'b', period: '2026-11' },
      { subject: 'b', period: '2026-12', unit: 'cost' },
      { subject: 'b', period: '2026-12' },
      { subject: 'c' },
      { budget: 'd', subject: 'z' },
    ];
    const all = await drawn(...ids.map((id) => ({ limit: { ...limit, ...id } })));
    expect(
      all.map(({ budget: name, subject, period, unit }) => [name, subject, period, unit].join(' ')),
    ).toEqual([
      'd z 2026-11-24 tokens',
      'each b 2026-11 tokens',
      'each b 2026-12 cost',
      'each b 2026-12 tokens',
      'each c 2026-11-24 tokens',
      'f a 2026-11-24 tokens',
    ]);
  });

  it.each([
    ['days of the ledger', DaysRepository, 'usage_days'],
    ['counts', CountsRepository, 'budget_counts'],
    ['notices', NoticesRepository, 'budget_notices'],
    ['allowances', AllowancesRepository, 'budget_allowances'],
  ] as const)(
    'has old %s deleted, the oldest first, no more at once than asked for',
    async (_w, type, table) => {
      const p = await start();
      const sut: DeletesOld = p.module.get<DeletesOld>(type as never, { strict: false });
      const rowAt = {
        usage_days: (at: number) => ({ ...ONE_CALL, day: `2026-11-0${at}`, at }),
        budget_counts: (at: number) => countRow({ ...ANN, subject: `${at}` }, { ends_at: at }),
        budget_notices: (at: number) => ({ budget: 'each', period: '2026-11', place: `${at}`, at }),
        budget_allowances: (until: number) => ({
          ...{ id: `alw_${until}`, budget: 'each', subject: '', cost: 0, tokens: 0, until },
          ...{ created_at: 0, created_by: 'x' },
        }),
      };
      await insert(table, [2, 1, 4, 3].map(rowAt[table]));
      const ages = async () => {
        const rows: readonly { at?: number; ends_at?: number; until?: number }[] = await world.database.db
          .on()
          .selectFrom(table as keyof Schema)
          .selectAll()
          .execute();
        return rows.map(({ at, ends_at, until }) => at ?? ends_at ?? until).toSorted();
      };
      const deleted = (limit: number) => p.db.transaction((tx) => sut.deleteOlderThan(tx, 3, limit));
      expect([await deleted(1), await ages()]).toEqual([1, [2, 3, 4]]);
      expect([await deleted(9), await ages()]).toEqual([1, [3, 4]]);
      expect(await deleted(9)).toBe(0);
    },
  );

  it('is told once in each place for each of its periods', async () => {
    const p = await start();
    const sut = p.module.get(TurnUsage);
    const there = { channel: 'fake', account: 'default', conversation: { id: 'c' } };
    const claim = (place: object = {}, refusal = new OverBudgetError('each', '2026-11-24', 0)) =>
      p.db.transaction((tx) => sut.claimNotice(tx, refusal, { ...there, ...place }));
    expect([await claim(), await claim()]).toEqual([true, false]);
    for (const place of [{ channel: 'other' }, { account: 'other' }, { conversation: { id: 'd' } }])
      expect([place, await claim(place)]).toEqual([place, true]);
    expect(await claim({}, new OverBudgetError('each', '2026-11-25', 0))).toBe(true);
    expect(await claim({}, new OverBudgetError('house', '2026-11-24', 0))).toBe(true);
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
    const until = new Date(clock.now() + 60_000).toISOString();
    const values = { subject: 'fake:ann', cost: 0, tokens: 1_000, until };
    const acts = (await audited()).filter(({ action }) => action.startsWith('budget.allow')).slice(1);
    expect(
      acts.map(({ action, subject, details, change }) => [
        ...[action, subject, JSON.parse(details)],
        JSON.parse(change!),
      ]),
    ).toEqual([
      [
        ...['budget.allowed', 'each', { allowance: id, subject: 'fake:ann', until }],
        { before: {}, after: values },
      ],
      [
        ...['budget.allowance-ended', 'each', { allowance: id, subject: 'fake:ann' }],
        { before: values, after: {} },
      ],
    ]);
  });

  it('is listed with the counts of its present periods, the most used first, and its own allowances', async () => {
    const house = { name: 'house', per: 'gateway', costPerMonth: 1 };
    const none = { name: 'none', per: 'gateway', tokensPerDay: 1 };
    const each = { name: 'each', per: 'sender', tokensPerDay: 100, tokensPerMonth: 1_000 };
    const config = { usage: { budgets: [each, house, none], timeZone: 'UTC' } };
    const p = await start({ config, clock: new FakeClock(NOON) });
    const sut = p.module.get(Budgets, { strict: false });
    const month = { ...ANN, period: '2026-11' };
    await insert('budget_counts', [
      countRow(ANN, { used: 50, spent: 40 }),
      countRow({ ...month, subject: 'fake:ben' }, { used: 990, spent: 9, most: 1_000, ends_at: 8 }),
      countRow({ ...ANN, period: '2026-11-23' }, { used: 100 }),
      countRow({ ...month, period: '2026-10' }, { used: 100 }),
      countRow({ ...ANN, budget: 'none', subject: '' }, { used: 0, most: 0 }),
    ]);
    const wanted = { subject: 'fake:ann', cost: 2_000_000, tokens: 5, until: NOON + 1 };
    const allowance = await sut.allow(SYSTEM, 'each', wanted);
    await sut.allow(SYSTEM, 'each', { ...wanted, until: NOON });
    expect(allowance).toEqual({
      ...{ ...wanted, id: expect.stringMatching(/^alw_/), budget: 'each', createdAt: NOON },
      createdBy: SYSTEM.id,
    });
    const listed = await sut.list();
    expect(listed.map(({ budget: { name }, counts: all, allowances }) => [name, all, allowances])).toEqual([
      [
        'each',
        [
          {
            ...{ ...month, subject: 'fake:ben', used: 990, spent: 9, most: 1_000 },
            ends_at: 8,
          },
          { ...ANN, used: 50, spent: 40, most: 100, ends_at: 9 },
        ],
        [allowance],
      ],
      ['house', [], []],
      ['none', [{ ...ANN, budget: 'none', subject: '', used: 0, spent: 0, most: 0, ends_at: 9 }], []],
    ]);
    expect([...(await sut.usedRatios())]).toEqual([
      ['each', 0.99],
      ['house', 0],
      ['none', 0],
    ]);
    const missing = { code: 'NOT_FOUND' };
    await expect(sut.allow(SYSTEM, 'other', wanted)).rejects.toMatchObject(missing);
    await expect(sut.withdraw(SYSTEM, 'house', allowance.id)).rejects.toMatchObject(missing);
    await expect(sut.withdraw(SYSTEM, 'each', 'alw_none')).rejects.toMatchObject(missing);
    expect((await sut.list())[0]!.allowances).toEqual([allowance]);
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

/** One call of main, by a person. */
const ONE_CALL = {
  ...{ day: '2026-11-24', agent: 'main', model: 'm', channel: 'fake', sender: 'fake:ann' },
  ...{ conversation: 'fake:default:c', key_id: '', is_estimate: 0, at: NOON },
  ...{ calls: 1, unpriced_calls: 0, input: 10, cached: 2, cache_write: 3, output: 4, reasoning: 1, cost: 5 },
};

describe.each(DATABASES)('the ledger on %s', (_, open) => {
  const world = pipelineWorld(open);
  const { start, letIn, idle } = world;
  const rows = () => world.database.db.on().selectFrom('usage_calls').selectAll().execute();
  const insert = (table: keyof Schema, values: readonly object[]) =>
    world.database.db
      .on()
      .insertInto(table)
      .values(values as object[])
      .execute();

  it('adds up the calls of a turn that are alike: of one model, and reported or estimated', async () => {
    const clock = new FakeClock(NOON);
    const p = await start({ clock });
    const sut = p.module.get(ModelMeter);
    const turn = turnOf('ann');
    const runtimeOf = (more: object) => ({
      ...turn,
      agent: { ...turn.agent, runtime: { ...turn.agent.runtime, ...more } },
    });
    const priced = runtimeOf({ price: { input: 1, cachedInput: 3, output: 2 } });
    const usage = { ...tokens(100, 20), cachedTokens: 60, cacheWriteTokens: 5, reasoningTokens: 7 };
    const settle = async (input: TurnInput, end: object) => {
      const planned = { input, inputTokens: () => 50, maxOutputTokens: 300 };
      const call = await sut.reserve(planned, new AbortController().signal);
      expect(call).toMatchObject({ maxOutputTokens: 300, isCapped: false });
      call.settle({ outcome: 'answered', usage: undefined, ...end });
    };
    for (let n = 0; n < 2; n++) await settle(priced, { usage });
    await settle(priced, {});
    await settle(priced, { usage, isEstimate: true });
    await settle(runtimeOf({ model: 'other', price: undefined }), { usage });
    await settle(runtimeOf({ model: undefined, price: undefined }), { usage });
    await p.db.transaction(async (tx) => {
      const ended = p.module.get(TurnUsage);
      expect(ended.commitWith(tx, 'evt_other')).toBeUndefined();
      await ended.commitWith(tx, turn.turnId);
    });
    const dimensions = { ...ONE_CALL, model: 'test-model', conversation: 'fake:default:ann' };
    const sums = { input: 100, cached: 60, cache_write: 5, output: 20, reasoning: 7 };
    const unpriced = { ...dimensions, ...sums, unpriced_calls: 1, cost: 0 };
    // 35 of the tokens of input are in no cache.
    const cost = 35 + 60 * 3 + 5 + 20 * 2;
    const added = (await rows()).map(({ id: _id, ...row }) => row);
    expect(added).toHaveLength(4);
    expect(added).toEqual(
      expect.arrayContaining([
        {
          ...{ ...dimensions, calls: 2, input: 200, cached: 120, cache_write: 10, output: 40 },
          ...{ reasoning: 14, cost: 2 * cost },
        },
        {
          ...{ ...dimensions, calls: 2, is_estimate: 1, cached: 60, cache_write: 5, reasoning: 7 },
          ...{ input: 150, output: 320, cost: cost + 50 * 3 + 300 * 2 },
        },
        { ...unpriced, model: 'other' },
        { ...unpriced, model: 'echo' },
      ]),
    );
  });

  it('is reported by day, agent, model, sender, conversation and key, within its days', async () => {
    const p = await start({ config: { usage: { timeZone: 'UTC' } }, clock: new FakeClock(NOON) });
    const { owner } = p.module.get(Draws, { strict: false });
    const key = { agent: 'lab', channel: '', sender: 'usr_1', conversation: '', key_id: 'key_1' };
    await insert('usage_days', [
      { ...ONE_CALL, day: '2026-10-31' },
      { ...ONE_CALL, day: '2026-11-01', calls: 2, model: 'n' },
      { ...ONE_CALL, day: '2026-11-01', is_estimate: 1, calls: 3, unpriced_calls: 3, cost: 0 },
    ]);
    await insert('usage_calls', [
      { ...ONE_CALL, ...key, id: 'use_1' },
      { ...ONE_CALL, day: '2026-11-25', id: 'use_2' },
    ]);
    const { calls: _c, unpriced_calls: _u, cached: _h, cache_write: _w, reasoning: _r, ...open } = ONE_CALL;
    const { is_estimate: _e, ...openCall } = open;
    await insert('usage_open_calls', [
      { ...openCall, sender: 'fake:ben', id: 'use_3', owner: 'prc_other', is_priced: 0 },
      { ...openCall, id: 'use_4', owner, is_priced: 1 },
    ]);
    const sut = p.module.get(UsageReports);
    const names: Record<string, readonly string[]> = {};
    for (const by of USAGE_GROUPS)
      names[by] = (await sut.report({ by })).lines.map(({ name, calls }) => `${name} ${calls}`);
    expect(names).toEqual({
      day: ['2026-11-01 5', '2026-11-24 2'],
      agent: ['lab 1', 'main 6'],
      model: ['m 5', 'n 2'],
      sender: ['fake:ann 5', 'fake:ben 1', 'usr_1 1'],
      conversation: [' 1', 'fake:default:c 6'],
      key: [' 6', 'key_1 1'],
    });
    const { lines, ...head } = await sut.report({ by: 'day' });
    expect(head).toEqual({ from: '2026-11-01', to: '2026-11-24', by: 'day', currency: 'USD' });
    expect(lines).toEqual([
      {
        ...{ name: '2026-11-01', calls: 5, unpriced_calls: 3, estimated_calls: 3, input: 20, cached: 4 },
        ...{ cache_write: 6, output: 8, reasoning: 2, cost: 5 },
      },
      {
        ...{ name: '2026-11-24', calls: 2, unpriced_calls: 1, estimated_calls: 1, input: 20, cached: 2 },
        ...{ cache_write: 3, output: 8, reasoning: 1, cost: 10 },
      },
    ]);
    const days = { from: '2026-10-31', to: '2026-11-01', by: 'day' } as const;
    expect((await sut.report(days)).lines.map(({ name }) => name)).toEqual(['2026-10-31', '2026-11-01']);
    const only = await sut.report({ by: 'sender', senders: ['usr_1', 'fake:ben'] });
    expect(only.lines.map(({ name }) => name)).toEqual(['fake:ben', 'usr_1']);
  });

  it('has the tokens of each agent within a time, and the first call since one', async () => {
    const p = await start();
    const sut = p.module.get(UsageReports);
    const [from, to] = [NOON, NOON + 60_000];
    const called = [
      [from - 1, 'main'],
      [from, 'main'],
      [to - 1, 'main'],
      [to - 1, 'lab'],
      [to, 'lab'],
    ] as const;
    await insert(
      'usage_calls',
      called.map(([at, agent], n) => ({ ...ONE_CALL, id: newId('use', at), agent, input: 10 ** n, at })),
    );
    expect((await sut.tokensByAgent(from, to)).toSorted((a, b) => a.input - b.input)).toEqual([
      { agent: 'main', input: 110, output: 8 },
      { agent: 'lab', input: 1_000, output: 4 },
    ]);
    expect([await sut.firstCallSince(from), await sut.firstCallSince(to)]).toEqual([from, to]);
    expect(await sut.firstCallSince(to + 1)).toBeUndefined();
  });

  it('has old calls folded into those of their day, the oldest first, no more at once than asked for', async () => {
    const p = await start();
    const calls = [NOON, NOON + 2, NOON + 1, NOON + 3].map((at) => ({
      ...ONE_CALL,
      id: newId('use', at),
      at,
    }));
    await insert('usage_calls', [
      ...calls,
      { ...ONE_CALL, id: newId('use', NOON), model: 'n', is_estimate: 1 },
    ]);
    await insert('usage_days', [{ ...ONE_CALL, at: 1, cost: 100 }]);
    const sut = p.module.get(CallsRepository, { strict: false });
    const fold = (limit: number) => p.db.transaction((tx) => sut.deleteOlderThan(tx, NOON + 3, limit));
    expect([await fold(3), await fold(9), await fold(9)]).toEqual([3, 1, 0]);
    expect((await rows()).map(({ at }) => at)).toEqual([NOON + 3]);
    const days = await world.database.db.on().selectFrom('usage_days').selectAll().orderBy('model').execute();
    expect(days).toEqual([
      {
        ...{ ...ONE_CALL, calls: 4, input: 40, cached: 8, cache_write: 12, output: 16, reasoning: 4 },
        ...{ cost: 115, at: NOON + 2 },
      },
      { ...ONE_CALL, model: 'n', is_estimate: 1 },
    ]);
  });

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
