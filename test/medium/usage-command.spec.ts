import { Identities, SYSTEM, Users } from '../../src/access-control/index.js';
import { ModelMeter } from '../../src/assistant/index.js';
import { Budgets } from '../../src/usage/index.js';
import { DATABASES } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { only } from '../support/fake-channel.js';
import { callMetered, meter, tokens, turnOf } from '../support/metered-model.js';
import type { Pipeline } from '../support/pipeline.js';
import { pipelineWorld } from '../support/pipeline-world.js';

/** A call of 100 tokens of input and 50 of output costs 0.20. */
const PRICED = { id: 'main', runtime: { type: 'echo', model: 'm', price: { input: 1_000, output: 2_000 } } };
const ONE_CALL = 'today: 1 model call, 150 tokens, 0.20 EUR';

describe.each(DATABASES)('/usage on %s', (_, open) => {
  const world = pipelineWorld(open);
  let p: Pipeline;

  const start = async (...budgets: readonly object[]) => {
    const usage = { currency: 'EUR', overBudget: 'Enough.', budgets };
    p = await world.start({ config: { agents: { list: [PRICED] }, usage } });
    await world.letIn(p);
    meter(p, { usage: tokens(100, 50) });
  };
  const say = async (text: string, from = 'ann') => {
    const before = p.connector.textsTo(from).length;
    await p.connector.receive(from, text);
    await world.idle(p);
    return p.connector.textsTo(from).slice(before).join('\n');
  };
  const linesOf = async (from = 'ann') => (await say('/usage', from)).split('\n');

  /** Links senders who are let in to one user. */
  const link = async (...senders: readonly string[]) => {
    const { db } = world.database;
    const user = await p.module.get(Users, { strict: false }).create(SYSTEM, { email: 'a@example.org' });
    for (const sender of senders) {
      const at = { channel: 'fake', account: 'default' };
      const made = { source: 'operator', created_at: 1, created_by: 'x' } as const;
      const grant = { ...at, ...made, id: `grn_${sender}`, sender_id: sender, sender_name: null };
      await db.transaction((tx) => db.on(tx).insertInto('grants').values(grant).execute());
      await p.module.get(Identities, { strict: false }).add(SYSTEM, user.id, { ...at, senderId: sender });
    }
    return user;
  };

  it('shows a person their own usage, and nothing of others', async () => {
    await start();
    for (const from of ['ann', 'ben', 'ben']) await say('hi', from);
    expect(await linesOf()).toEqual([ONE_CALL, ONE_CALL.replace('today', 'this month')]);
    expect((await linesOf('ben'))[0]).toBe('today: 2 model calls, 300 tokens, 0.40 EUR');
    expect((await linesOf('eve'))[0]).toBe('today: 0 model calls, 0 tokens');
  });

  it('shows what is left of the budgets that apply to the person, with allowances', async () => {
    await start(
      { name: 'each', per: 'sender', tokensPerDay: 10_000, exempt: ['fake:ben'] },
      { name: 'house', per: 'gateway', costPerMonth: 40 },
    );
    const allowance = { cost: 0, tokens: 5_000, until: Date.now() + 60_000 };
    for (const subject of ['fake:ann', 'fake:eve'])
      await p.module.get(Budgets, { strict: false }).allow(SYSTEM, 'each', { ...allowance, subject });
    expect((await linesOf()).slice(2)).toEqual([
      'each, today: 15000 tokens left of 15000 tokens',
      'house, this month: 40.00 EUR left of 40.00 EUR',
    ]);
    await say('hi');
    const lines = await linesOf();
    expect(lines[0]).toBe(ONE_CALL);
    const [, left] = /^each, today: (\d+) tokens left of 15000 tokens$/.exec(lines[2]!)!;
    expect(Number(left)).toBeLessThanOrEqual(15_000 - 150);
    expect((await linesOf('ben')).slice(2)).toEqual([expect.stringMatching(/^house, this month: /)]);
  });

  it('shows what is left of each limit: by its own count, period and unit', async () => {
    const limits = { tokensPerDay: 10_000, tokensPerMonth: 20_000, costPerDay: 30, costPerMonth: 40 };
    await start(
      { name: 'each', per: 'sender', ...limits },
      { name: 'more', per: 'sender', tokensPerDay: 50 },
    );
    const budgets = p.module.get(Budgets, { strict: false });
    const until = Date.now() + 60_000;
    await budgets.allow(SYSTEM, 'each', { subject: 'fake:ann', cost: 1_000_000, tokens: 0, until });
    await budgets.allow(SYSTEM, 'more', { subject: 'fake:ann', cost: 0, tokens: 7, until });
    const [day, month] = [new Date().toISOString().slice(0, 10), new Date().toISOString().slice(0, 7)];
    const count = (budget: string, period: string, unit: 'cost' | 'tokens', used: number) => ({
      budget,
      subject: 'fake:ann',
      period,
      unit,
      used,
      spent: 0,
      most: 1,
      wanted: 0,
      drawn: 0,
      overdrawn: 0,
      warned: 0,
      ends_at: until,
    });
    const counts = [
      count('more', day, 'tokens', 60),
      count('each', day, 'tokens', 1_000),
      count('each', month, 'tokens', 2_000),
      count('each', day, 'cost', 3_000_000),
      count('each', month, 'cost', 4_000_000),
      { ...count('each', day, 'tokens', 9), subject: 'fake:ben' },
    ];
    await world.database.db.on().insertInto('budget_counts').values(counts).execute();
    expect((await linesOf()).slice(2)).toEqual([
      'each, today: 28.00 EUR left of 31.00 EUR',
      'each, this month: 37.00 EUR left of 41.00 EUR',
      'each, today: 9000 tokens left of 10000 tokens',
      'each, this month: 18000 tokens left of 20000 tokens',
      'more, today: 0 tokens left of 57 tokens',
    ]);
  });

  it('counts a person who is linked to a user over all their senders, with the requests of their API keys', async () => {
    await start();
    for (const from of ['ann', 'anna', 'ben']) await say('hi', from);
    const { id: userId } = await link('ann', 'anna');
    expect((await linesOf('anna'))[0]).toBe('today: 2 model calls, 300 tokens, 0.40 EUR');
    const { place: _place, ...turn } = turnOf('nobody');
    const asked = { ...turn, message: { ...turn.message, from: undefined }, caller: { userId } };
    await callMetered(p.module.get(ModelMeter), asked, { usage: tokens(100, 50) });
    const today = 'today: 3 model calls, 450 tokens';
    await eventually(async () => (await linesOf('anna')).some((line) => line.startsWith(today)));
  });

  it('is answered when a budget is used up', async () => {
    await start({ name: 'each', per: 'sender', tokensPerDay: 100 });
    expect(await say('hi')).toBe('Enough.');
    expect((await linesOf())[2]).toMatch(/^each, today: \d+ tokens left of 100 tokens$/);
  });

  it('is for operators only in groups', async () => {
    await start();
    p.connector.settings = { ...p.connector.settings, groupPolicy: 'open', allowFrom: only('ann') };
    for (const from of ['eve', 'ann']) await p.connector.receiveInGroup('g', from, '/usage');
    await world.idle(p);
    expect(p.connector.textsIn('g')).toEqual([expect.stringMatching(/^today: 0 model calls/)]);
  });
});
