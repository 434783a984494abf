import { SYSTEM } from '../../src/access-control/index.js';
import { OverBudgetError } from '../../src/assistant/index.js';
import type { Schema } from '../../src/persistence/index.js';
import { Budgets, TurnUsage } from '../../src/usage/index.js';
import { AllowancesRepository } from '../../src/usage/budgets/allowances.repository.js';
import { BudgetAlarms } from '../../src/usage/budgets/budget-alarms.service.js';
import { CountsRepository, type DrawnCount } from '../../src/usage/budgets/counts.repository.js';
import type { CountId } from '../../src/usage/budgets/limits.service.js';
import { NoticesRepository } from '../../src/usage/budgets/notices.repository.js';
import { DATABASES } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';
import { pipelineWorld } from '../support/pipeline-world.js';
import { deleteOlder } from '../support/delete-older.js';

/** A count as it stands in the database. */
const countRow = (id: CountId, more: object = {}) => ({
  ...id,
  used: 0,
  spent: 0,
  most: 100,
  wanted: 0,
  drawn: 0,
  overdrawn: 0,
  warned: 0,
  ends_at: 9,
  ...more,
});
const ANN: CountId = { budget: 'each', subject: 'fake:ann', period: '2026-11-24', unit: 'tokens' };
const NOON = Date.UTC(2026, 10, 24, 12);

describe.each(DATABASES)('the records of a budget on %s', (_, open) => {
  const world = pipelineWorld(open);
  const { start } = world;
  const insert = (table: keyof Schema, rows: readonly object[]) =>
    world.database.db.on().insertInto(table).values(rows).execute();
  const counts = () => world.database.db.on().selectFrom('budget_counts').selectAll().execute();
  const audited = async () =>
    (await world.database.db.on().selectFrom('audit_log').selectAll().execute()).filter(({ action }) =>
      action.startsWith('budget.'),
    );

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
    ['counts', CountsRepository, 'budget_counts', 'ends_at'],
    ['notices', NoticesRepository, 'budget_notices', 'at'],
    ['allowances', AllowancesRepository, 'budget_allowances', 'until'],
  ] as const)(
    'has old %s deleted, the oldest first, no more at once than asked for',
    async (_what, type, table, age) => {
      const p = await start();
      const sut = p.module.get<object>(type, { strict: false });
      const rowAt: Readonly<Record<typeof table, (at: number) => object>> = {
        budget_counts: (at: number) => countRow({ ...ANN, subject: `${at}` }, { ends_at: at }),
        budget_notices: (at: number) => ({ budget: 'each', period: '2026-11', place: `${at}`, at }),
        budget_allowances: (until: number) => ({
          id: `alw_${until}`,
          budget: 'each',
          subject: '',
          cost: 0,
          tokens: 0,
          until,
          created_at: 0,
          created_by: 'x',
        }),
      };
      await insert(table, [2, 1, 4, 3].map(rowAt[table]));
      const ages = async () => {
        const rows = await world.database.db.on().selectFrom<keyof Schema>(table).selectAll().execute();
        return rows.map((row) => row[age]).toSorted();
      };
      const deleted = (limit: number) => deleteOlder(p.db, sut, 3, limit);
      expect([await deleted(1), await ages()]).toEqual([1, [2, 3, 4]]);
      expect([await deleted(9), await ages()]).toEqual([1, [3, 4]]);
      expect(await deleted(9)).toBe(0);
    },
  );

  it('is reported once in each place for each of its periods', async () => {
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
      ...wanted,
      id: expect.stringMatching(/^alw_/),
      budget: 'each',
      createdAt: NOON,
      createdBy: SYSTEM.id,
    });
    const listed = await sut.list();
    expect(listed.map(({ budget: { name }, counts: all, allowances }) => [name, all, allowances])).toEqual([
      [
        'each',
        [
          { ...month, subject: 'fake:ben', used: 990, spent: 9, most: 1_000, ends_at: 8 },
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
});
