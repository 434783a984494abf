import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkConfig, ConfigInvalidError, CORE_SECTIONS, readEnvironment } from '../../config/index.js';
import { usageIsSound } from './usage-is-sound.rule.js';

const environment = readEnvironment({ GATEHOUSE_STATE_DIR: '/nonexistent' });
const problems = (config: object): readonly { path: string; message: string }[] => {
  try {
    checkConfig(CORE_SECTIONS, config as Record<string, unknown>, environment, [usageIsSound]);
    return [];
  } catch (error) {
    if (error instanceof ConfigInvalidError) return error.problems;
    throw error;
  }
};
const runtime = { type: 'openai-compatible', baseUrl: 'http://127.0.0.1:1', model: 'm' };
const price = { input: 1, output: 2 };
const house = { name: 'house', per: 'gateway', costPerMonth: 40 };

describe('the configuration of usage', () => {
  it('is refused by path when a budget is in money and a model has no price', () => {
    const list = [{ id: 'a', runtime: { ...runtime, price } }, { id: 'b', runtime }, { id: 'c' }];
    expect(problems({ agents: { list }, usage: { budgets: [house] } })).toEqual([
      expect.objectContaining({
        path: 'agents.list[1].runtime.price',
        message: 'is required, because the budget "house" limits the cost',
      }),
    ]);
  });

  it('needs no price for a budget in tokens, or one for other agents', () => {
    const list = [{ id: 'a', runtime }, { id: 'b' }];
    const budgets = [
      { name: 'each', per: 'sender', tokensPerDay: 5 },
      { ...house, agents: ['b'] },
    ];
    expect(problems({ agents: { list }, usage: { budgets } })).toEqual([]);
  });

  it.each(['costPerDay', 'costPerMonth'])('needs a price of every fallback for a budget with %s', (limit) => {
    const fallbacks = [{ ...runtime, price }, { type: 'echo' }, runtime];
    const list = [{ id: 'a', runtime: { ...runtime, price }, fallbacks }];
    const budgets = [
      { name: 'tokens', per: 'gateway', tokensPerDay: 1 },
      { name: 'house', per: 'gateway', [limit]: 40 },
    ];
    expect(problems({ agents: { list }, usage: { budgets } })).toEqual([
      expect.objectContaining({
        path: 'agents.list[0].fallbacks[2].price',
        message: 'is required, because the budget "house" limits the cost',
      }),
    ]);
  });

  it('takes prices from a file that can be read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-prices-'));
    const pricesFile = join(folder, 'prices.json');
    writeFileSync(pricesFile, '{"m":{"input_cost_per_token":0,"output_cost_per_token":0}}');
    const list = [{ id: 'a', runtime }];
    const usage = { budgets: [house], pricesFile };
    expect(problems({ agents: { list }, usage })).toEqual([]);
    writeFileSync(pricesFile, '[]');
    // One problem, and not one more for each model.
    expect(problems({ agents: { list }, usage })).toEqual([
      expect.objectContaining({ path: 'usage.pricesFile', message: 'must contain an object of models' }),
    ]);
    rmSync(folder, { recursive: true });
  });

  it('names agents that there are', () => {
    const budgets = [{ ...house, agents: ['main', 'lab'] }];
    expect(problems({ usage: { budgets } })).toEqual([
      expect.objectContaining({ path: 'usage.budgets[0].agents[1]', message: 'must be the id of an agent' }),
    ]);
  });

  it('has budgets with a limit, under names of their own, in a time zone that there is', () => {
    const budgets = [
      { name: 'a', per: 'gateway' },
      { ...house, name: 'a' },
    ];
    const paths = problems({ usage: { budgets, timeZone: 'Europe/Atlantis' } }).map(({ path }) => path);
    expect(paths.sort()).toEqual(['usage.budgets[0]', 'usage.budgets[1].name', 'usage.timeZone']);
  });
});
