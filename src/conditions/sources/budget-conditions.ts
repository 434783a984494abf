import { Injectable } from '@nestjs/common';
import { Budgets } from '../../usage/index.js';
import { condition, type ConditionSource, type HasConditions, orWell } from '../condition.js';

/** A call is refused before the last bit of a budget is used. */
const NEARLY_ALL = 0.95;

/** Budgets without room for a further call. */
@Injectable()
export class BudgetConditions implements HasConditions {
  readonly sources: readonly ConditionSource[] = [
    { check: 'budgets', codes: ['budget-reached'], cost: 'database', find: () => this.find() },
  ];

  constructor(private readonly budgets: Budgets) {}

  private async find() {
    const reached = [...(await this.budgets.usedRatios())].filter(([, ratio]) => ratio >= NEARLY_ALL);
    return orWell(
      reached.map(([subject, ratio]) => {
        const message = `the budget ${subject} is at ${Math.floor(ratio * 100)} %`;
        return condition('budget-reached', message, { subject });
      }),
      'no budget is used up',
    );
  }
}
