import { Injectable } from '@nestjs/common';
import { reachedBudgets } from '../../doctor/index.js';
import { Budgets } from '../../usage/index.js';
import { type Alert, alertOf } from '../alert.js';
import type { AlertSource } from './alert-source.js';

/** Budgets without room for a further call. */
@Injectable()
export class BudgetAlerts implements AlertSource {
  readonly codes = ['budget-reached'] as const;
  readonly readsDatabase = true;

  constructor(private readonly budgets: Budgets) {}

  async find(): Promise<readonly Alert[]> {
    const reached = reachedBudgets(await this.budgets.usedRatios());
    return [...reached].map(([subject, message]) => alertOf({ code: 'budget-reached', subject, message }));
  }
}
