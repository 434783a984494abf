import type { Budgets } from '../../usage/index.js';
import { checksOf } from '../condition.js';
import { BudgetConditions } from './budget-conditions.js';

const examine = (ratios: Record<string, number>) => {
  const usedRatios = async () => new Map(Object.entries(ratios));
  const [check] = checksOf([new BudgetConditions({ usedRatios } as unknown as Budgets)]);
  return check!.run(AbortSignal.timeout(10_000));
};

describe('the check of budgets', () => {
  it('is well while there is room for a call', async () => {
    expect(await examine({ daily: 0.94 })).toEqual([{ state: 'ok', message: 'no budget is used up' }]);
  });

  it('warns of each that is used up', async () => {
    expect(await examine({ daily: 0.95, monthly: 1.02, other: 0 })).toMatchObject([
      { state: 'warning', message: 'the budget daily is at 95 %', setting: 'usage.budgets' },
      { state: 'warning', message: 'the budget monthly is at 102 %' },
    ]);
  });
});
