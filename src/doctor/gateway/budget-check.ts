import { Injectable } from '@nestjs/common';
import type { Check, Finding } from '../../common/index.js';
import { Budgets } from '../../usage/index.js';
import type { CheckSource } from '../check-source.js';
import { faultFound, ok } from '../faults.js';

/** A call is refused before the last bit of a budget is used. */
const NEARLY_ALL = 0.95;

/** Budgets without room for a further call. */
@Injectable()
export class BudgetCheck implements CheckSource {
  constructor(private readonly budgets: Budgets) {}

  checks(): readonly Check[] {
    return [{ id: 'budgets', run: () => this.findings() }];
  }

  private async findings(): Promise<readonly Finding[]> {
    const reached = reachedBudgets(await this.budgets.usedRatios());
    return reached.size > 0
      ? [...reached.values()].map((message) => faultFound('budget-reached', message))
      : [ok('no budget is used up')];
  }
}

/** A sentence for each budget that is used up, by its name. @param ratios as `Budgets.usedRatios` has them */
export const reachedBudgets = (ratios: ReadonlyMap<string, number>): ReadonlyMap<string, string> =>
  new Map(
    [...ratios]
      .filter(([, ratio]) => ratio >= NEARLY_ALL)
      .map(([name, ratio]) => [name, `the budget ${name} is used to ${Math.floor(ratio * 100)} %`]),
  );
