export type { Allowance } from './budgets/allowances.repository.js';
export { Budgets, type BudgetView, type WantedAllowance } from './budgets/budgets.service.js';
export type { PresentCount } from './budgets/counts.repository.js';
export { USAGE_GROUPS, type UsageGroup, type UsageLine } from './ledger/days.repository.js';
export { usageIsSound } from './prices/usage-is-sound.rule.js';
export { type OwnLimit, type OwnSums, UsageOfPeople } from './own-usage.service.js';
export { UsageModule } from './usage.module.js';
export { type UsageReport, UsageReports } from './usage-reports.service.js';
export { TurnUsage } from './usage.service.js';
