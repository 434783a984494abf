import { ModelMeter, type TurnInput } from '../../src/assistant/index.js';
import { newId } from '../../src/common/index.js';
import type { Schema, Tx } from '../../src/persistence/index.js';
import { TurnUsage, USAGE_GROUPS, UsageReports } from '../../src/usage/index.js';
import { Draws } from '../../src/usage/budgets/draws.service.js';
import { CallsRepository } from '../../src/usage/ledger/calls.repository.js';
import { DaysRepository } from '../../src/usage/ledger/days.repository.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { FakeClock } from '../support/fake-clock.js';
import { callMetered, meter, tokens, turnOf } from '../support/metered-model.js';
import { pipelineWorld } from '../support/pipeline-world.js';

const NOON = Date.UTC(2026, 10, 24, 12);
const BUDGETED = {
  config: { usage: { budgets: [{ name: 'each', per: 'sender', tokensPerDay: 20_000 }] } },
};
/** One call of main, by a person. */
const ONE_CALL = {
  day: '2026-11-24',
  agent: 'main',
  model: 'm',
  channel: 'fake',
  sender: 'fake:ann',
  conversation: 'fake:default:c',
  key_id: '',
  is_estimate: 0,
  at: NOON,
  calls: 1,
  unpriced_calls: 0,
  input: 10,
  cached: 2,
  cache_write: 3,
  output: 4,
  reasoning: 1,
  cost: 5,
};

describe.each(DATABASES)('the ledger on %s', (_, open) => {
  const world = pipelineWorld(open);
  const { start, letIn, idle } = world;
  const rows = () => world.database.db.on().selectFrom('usage_calls').selectAll().execute();
  const insert = (table: keyof Schema, rows: readonly object[]) =>
    world.database.db.on().insertInto(table).values(rows).execute();

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
          ...dimensions,
          calls: 2,
          input: 200,
          cached: 120,
          cache_write: 10,
          output: 40,
          reasoning: 14,
          cost: 2 * cost,
        },
        {
          ...dimensions,
          calls: 2,
          is_estimate: 1,
          cached: 60,
          cache_write: 5,
          reasoning: 7,
          input: 150,
          output: 320,
          cost: cost + 50 * 3 + 300 * 2,
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
        name: '2026-11-01',
        calls: 5,
        unpriced_calls: 3,
        estimated_calls: 3,
        input: 20,
        cached: 4,
        cache_write: 6,
        output: 8,
        reasoning: 2,
        cost: 5,
      },
      {
        name: '2026-11-24',
        calls: 2,
        unpriced_calls: 1,
        estimated_calls: 1,
        input: 20,
        cached: 2,
        cache_write: 3,
        output: 8,
        reasoning: 1,
        cost: 10,
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
        ...ONE_CALL,
        calls: 4,
        input: 40,
        cached: 8,
        cache_write: 12,
        output: 16,
        reasoning: 4,
        cost: 115,
        at: NOON + 2,
      },
      { ...ONE_CALL, model: 'n', is_estimate: 1 },
    ]);
  });

  it('has old days deleted, the oldest first, no more at once than asked for', async () => {
    const p = await start();
    const sut = p.module.get(DaysRepository, { strict: false });
    await insert(
      'usage_days',
      [2, 1, 4, 3].map((at) => ({ ...ONE_CALL, day: `2026-11-0${at}`, at })),
    );
    const ages = async () => {
      const days = world.database.db.on().selectFrom('usage_days').select('at').orderBy('at');
      return (await days.execute()).map(({ at }) => at);
    };
    const deleted = (limit: number) => p.db.transaction((tx) => sut.deleteOlderThan(tx, 3, limit));
    expect([await deleted(1), await ages()]).toEqual([1, [2, 3, 4]]);
    expect([await deleted(9), await ages()]).toEqual([1, [3, 4]]);
    expect(await deleted(9)).toBe(0);
  });

  it('has the calls of an answered turn in one row, written with its end', async () => {
    const p = await start();
    await letIn(p);
    meter(p, { usage: { ...tokens(100, 20), cachedTokens: 60, reasoningTokens: 5 } }, 2);
    await p.connector.receive('ann', 'hi');
    await idle(p);
    expect(await rows()).toEqual([
      expect.objectContaining({
        agent: 'main',
        channel: 'fake',
        sender: 'fake:ann',
        conversation: 'fake:default:chat-ann',
        key_id: '',
        calls: 2,
        unpriced_calls: 2,
        input: 200,
        cached: 120,
        output: 40,
        reasoning: 10,
        cost: 0,
        is_estimate: 0,
      }),
    ]);
    expect(await world.database.db.on().selectFrom('budget_counts').selectAll().execute()).toEqual([]);
  });

  it.each([
    ['was rolled back', 0],
    ['was committed, but reported to no one', 1],
  ])(
    'has the calls of a turn whose transaction %s, once, and lets go of what they reserved',
    async (_end, had) => {
      const p = await start(BUDGETED);
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
    const p = await start(BUDGETED);
    const planned = { input: turnOf('ann'), inputTokens: () => 500, maxOutputTokens: 1_000 };
    await p.module.get(ModelMeter).reserve(planned, new AbortController().signal);
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
