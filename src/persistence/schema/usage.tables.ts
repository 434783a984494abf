/** For what and for whom a model was called; '' where something does not apply. */
interface UsageDimensions {
  /** In `usage.timeZone`: `2026-11-24`. */
  day: string;
  agent: string;
  model: string;
  channel: string;
  /** `channel:sender id`, or the id of a user for calls with an API key. */
  sender: string;
  /** `channel:account:conversation id`. */
  conversation: string;
  key_id: string;
}

/** Sums of calls. All counts are whole numbers. */
interface UsageSums {
  calls: number;
  /** Calls whose model has no price; their cost counts as 0. */
  unpriced_calls: number;
  /** All tokens of the requests, with those of the cache. */
  input: number;
  cached: number;
  cache_write: number;
  /** All tokens of the answers, with those of the reasoning. */
  output: number;
  reasoning: number;
  /** Millionths of the currency. */
  cost: number;
}

/** The calls of a turn, as they were added; folded into `usage_days` after some days. */
interface UsageCallsTable extends UsageDimensions, UsageSums {
  /** Contains the time of the call. */
  id: string;
  /** 1 if the tokens are our estimate, because the model reported none. */
  is_estimate: number;
  at: number;
}

interface UsageDaysTable extends UsageDimensions, UsageSums {
  is_estimate: number;
  /** The time of the last call, epoch ms. */
  at: number;
}

/** The most that calls may use which are not in the ledger yet. Their process adds the calls, then deletes the row. */
interface UsageOpenCallsTable extends UsageDimensions {
  id: string;
  /** The process that makes the calls. */
  owner: string;
  input: number;
  output: number;
  cost: number;
  is_priced: number;
  at: number;
}

/** One limit of a budget, for one subject and one period. */
interface BudgetCountsTable {
  budget: string;
  /** '' for a budget of the whole gateway. */
  subject: string;
  /** `2026-11-24` or `2026-11`. */
  period: string;
  /** `cost` in millionths of the currency, or `tokens`. */
  unit: 'cost' | 'tokens';
  /** With what is reserved for calls under way and drawn ahead (ADR 0094). */
  used: number;
  /** By calls that have ended. */
  spent: number;
  /** The limit at the last draw, allowances included. */
  most: number;
  /** The amount that the last draw asked for, and the one it got; negative where it gave some back. */
  wanted: number;
  drawn: number;
  /** The excess that the last draw had to count in any case: calls that used more than was reserved for them. */
  overdrawn: number;
  /** The highest percentage that was reported: 0, 80 or 100. */
  warned: number;
  ends_at: number;
}

/** An allowance that an operator granted on top of a limit. */
interface BudgetAllowancesTable {
  id: string;
  budget: string;
  subject: string;
  /** Millionths of the currency. */
  cost: number;
  tokens: number;
  until: number;
  created_at: number;
  created_by: string;
}

/** The places where people were told that a budget is used up: once in its period. */
interface BudgetNoticesTable {
  budget: string;
  period: string;
  /** `channel:account:conversation id`. */
  place: string;
  at: number;
}

/** The tables of the ledger and of budgets. */
export interface UsageTables {
  usage_calls: UsageCallsTable;
  usage_days: UsageDaysTable;
  usage_open_calls: UsageOpenCallsTable;
  budget_counts: BudgetCountsTable;
  budget_allowances: BudgetAllowancesTable;
  budget_notices: BudgetNoticesTable;
}
