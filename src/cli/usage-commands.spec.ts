import { cliWorld } from '../../test/support/cli-world.js';

const UNTIL = '2030-12-31T23:59:59Z';
const line = {
  name: 'a "model", cheap',
  calls: 3,
  estimated_calls: 1,
  unpriced_calls: 0,
  input_tokens: 100,
  cached_tokens: 60,
  cache_write_tokens: 0,
  output_tokens: 40,
  reasoning_tokens: 10,
  cost: '1.204500',
};
const report = { from: '2026-11-01', to: '2026-11-24', by: 'model', currency: 'EUR', items: [line] };
const allowance = {
  id: 'alw_1',
  subject: 'imbridge:+1202',
  cost: '5.000000',
  tokens: 0,
  until: UNTIL,
  created_at: '2026-11-01T00:00:00Z',
  created_by: 'token:owner',
};
const count = {
  subject: 'imbridge:+1202',
  period: '2026-11-24',
  unit: 'cost',
  most: '0.500000',
  used: '0.310000',
  spent: '0.300000',
  ends_at: UNTIL,
};
const budgets = [
  { name: 'each person', per: 'sender', used_ratio: 0.62, counts: [count], allowances: [allowance] },
  { name: 'of others', per: 'sender', used_ratio: 0.31, counts: [], allowances: [] },
];

const { gateway, shell } = cliWorld();

describe('gatehouse usage', () => {
  const route = 'GET /usage?by=model&from=2026-11-01';
  const args = ['usage', '--by', 'model', '--from', '2026-11-01'];

  beforeEach(() => gateway.answers.set(route, [200, report]));

  it('shows tokens and cost by the requested group', async () => {
    const { code, stdout } = await shell.run(...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^MODEL +CALLS .*\na "model", cheap +3 +1 +100 +60 +40 +10 +1\.204500 EUR\n$/);
  });

  it('--json prints the answer of the gateway', async () => {
    expect(JSON.parse((await shell.run(...args, '--json')).stdout)).toEqual(report);
  });

  it('--csv quotes names and has the currency in every line', async () => {
    expect((await shell.run(...args, '--csv')).stdout.split('\n')).toEqual([
      'model,calls,estimated_calls,unpriced_calls,input_tokens,cached_tokens,cache_write_tokens,output_tokens,reasoning_tokens,cost,currency',
      '"a ""model"", cheap",3,1,0,100,60,0,40,10,1.204500,EUR',
      '',
    ]);
  });

  it('says when there was none', async () => {
    gateway.answers.set('GET /usage?by=day', [200, { ...report, by: 'day', items: [] }]);
    expect((await shell.run('usage')).stdout).toBe('No model calls from 2026-11-01 to 2026-11-24.\n');
  });

  it.each(['--by person', '--from yesterday', '--to 1.11.2026', '--csv --json'])(
    'refuses %s as wrong usage',
    async (wrong) => {
      expect((await shell.run('usage', ...wrong.split(' '))).code).toBe(2);
      expect(gateway.asked).toEqual([]);
    },
  );
});

describe('gatehouse budgets', () => {
  it('list shows counts and allowances, and the used part where counts are hidden', async () => {
    gateway.answers.set('GET /budgets', [200, { items: budgets }]);
    const { stdout } = await shell.run('budgets', 'list');
    expect(stdout).toMatch(
      /each person +sender +imbridge:\+1202 +2026-11-24 +cost +0\.310000 +0\.500000 +in /,
    );
    expect(stdout).toMatch(
      /\nof others +sender +31 %\n\nALLOWANCE .*\nalw_1 +each person .* 5\.000000 +0 +in /,
    );
  });

  it('list says when there is no budget', async () => {
    gateway.answers.set('GET /budgets', [200, { items: [] }]);
    expect((await shell.run('budgets', 'list')).stdout).toContain('No budgets');
  });

  it('allow asks for an allowance and prints its id', async () => {
    gateway.answers.set('POST /budgets/each%20person/allowances', [201, allowance]);
    const args = ['each person', 'imbridge:+1202', '--cost', '5', '--until', UNTIL];
    expect((await shell.run('budgets', 'allow', ...args)).stdout).toMatch(/^Added alw_1; it ends in /);
    expect(gateway.asked[0]?.body).toEqual({ subject: 'imbridge:+1202', cost: 5, until: UNTIL });
  });

  it('allow without a subject is for the whole gateway', async () => {
    gateway.answers.set('POST /budgets/house/allowances', [201, allowance]);
    await shell.run('budgets', 'allow', 'house', '--tokens', '1000', '--until', UNTIL);
    expect(gateway.asked[0]?.body).toEqual({ subject: '', tokens: 1000, until: UNTIL });
  });

  it.each(['--cost 5', `--until ${UNTIL}`, `--cost 0 --until ${UNTIL}`, `--cost much --until ${UNTIL}`])(
    'allow refuses %s as wrong usage',
    async (wrong) => {
      expect((await shell.run('budgets', 'allow', 'house', ...wrong.split(' '))).code).toBe(2);
      expect(gateway.asked).toEqual([]);
    },
  );

  it('withdraw ends an allowance, and fails for an unknown one', async () => {
    gateway.answers.set('DELETE /budgets/each%20person/allowances/alw_1', [204, null]);
    expect((await shell.run('budgets', 'withdraw', 'each person', 'alw_1')).stdout).toMatch(
      /^Ended alw_1 of/,
    );
    expect((await shell.run('budgets', 'withdraw', 'each person', 'alw_2')).code).toBe(1);
  });
});
