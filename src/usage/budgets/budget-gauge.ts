import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';
import { registerStateGauge } from '../../common/index.js';
import { Budgets } from './budgets.service.js';

/** Shows how far each budget is used up. No label names a person. */
@Injectable()
export class BudgetGauge {
  constructor(registry: Registry, budgets: Budgets) {
    registerStateGauge(registry, {
      name: 'gatehouse_budget_used_ratio',
      help: 'The used part of each budget, from 0: the highest of its limits, counted over all replicas.',
      label: 'budget',
      count: () => budgets.usedRatios(),
    });
  }
}
