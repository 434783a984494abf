import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/index.js';
import { AssistantModule } from '../assistant/index.js';
import { AllowancesRepository } from './budgets/allowances.repository.js';
import { BudgetRecords, Budgets } from './budgets/budgets.service.js';
import { BudgetAlarms } from './budgets/budget-alarms.service.js';
import { BudgetGauge } from './budgets/budget-gauge.js';
import { CountsRepository } from './budgets/counts.repository.js';
import { Draws } from './budgets/draws.service.js';
import { Limits } from './budgets/limits.service.js';
import { NoticesRepository } from './budgets/notices.repository.js';
import { Reservations } from './budgets/reservations.service.js';
import { CallsRepository } from './ledger/calls.repository.js';
import { DaysRepository } from './ledger/days.repository.js';
import { Ledger } from './ledger/ledger.service.js';
import { OpenCallsRepository } from './ledger/open-calls.repository.js';
import { UsageOfPeople } from './own-usage.service.js';
import { BudgetedMeter, MeterStart, Prices } from './usage-meter.service.js';
import { UsageEnd } from './usage-end.js';
import { UsageMetrics } from './usage-metrics.js';
import { TurnUsage } from './usage.service.js';
import { UsageReports } from './usage-reports.service.js';

const BUDGETS = [
  AllowancesRepository,
  BudgetAlarms,
  BudgetGauge,
  BudgetRecords,
  Budgets,
  CountsRepository,
  Draws,
  Limits,
  NoticesRepository,
  Reservations,
];
const LEDGER = [CallsRepository, DaysRepository, Ledger, OpenCallsRepository];

/** The ledger of model calls, their prices and budgets. */
@Module({
  imports: [AccessControlModule, AssistantModule],
  providers: [
    ...BUDGETS,
    ...LEDGER,
    BudgetedMeter,
    MeterStart,
    Prices,
    TurnUsage,
    UsageEnd,
    UsageMetrics,
    UsageOfPeople,
    UsageReports,
  ],
  exports: [Budgets, TurnUsage, UsageOfPeople, UsageReports],
})
export class UsageModule {}
