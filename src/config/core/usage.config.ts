import { IsIn, IsInt, IsNumber, IsOptional, Matches, Max, MaxLength, Min } from 'class-validator';
import { section } from '../describe/section.js';
import { NestedList, Setting } from '../describe/setting.decorator.js';
import { AreStrings, IsReadableFile } from '../describe/validators.js';
import { ConfigProblem } from '../tree/problem.js';

export const BUDGET_SUBJECTS = ['gateway', 'agent', 'sender', 'conversation', 'key'] as const;
/** Whom a budget counts apart. */
export type BudgetSubject = (typeof BUDGET_SUBJECTS)[number];

const MOST_MONEY = 1_000_000_000;
const MOST_TOKENS = 1_000_000_000_000;
const LIMITS = ['costPerDay', 'costPerMonth', 'tokensPerDay', 'tokensPerMonth'] as const;

/** A limit of what model calls may use. */
export class BudgetConfig {
  @Setting({ doc: 'Unique name of the budget, shown in the audit log and on the usage pages.' })
  @Matches(/^[^\p{C}/]{1,64}$/u, {
    message: 'must be at most 64 characters, without / or control characters',
  })
  readonly name!: string;

  @Setting({
    doc: 'What usage is counted by: `gateway` (everything together), `agent`, `sender`, `conversation` or `key` (an API key). A person linked to a user counts once across all channels.',
  })
  @IsIn(BUDGET_SUBJECTS)
  readonly per!: BudgetSubject;

  @Setting({
    doc: 'Maximum cost of calls per day, in `usage.currency`. Needs a price for each model.',
  })
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(MOST_MONEY)
  readonly costPerDay?: number;

  @Setting({
    doc: 'Maximum cost of calls per month, in `usage.currency`. Needs a price for each model.',
  })
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(MOST_MONEY)
  readonly costPerMonth?: number;

  @Setting({ doc: 'Maximum tokens per day, input and output together.' })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MOST_TOKENS)
  readonly tokensPerDay?: number;

  @Setting({ doc: 'Maximum tokens per month, input and output together.' })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MOST_TOKENS)
  readonly tokensPerMonth?: number;

  @Setting({ doc: 'Only calls of these agents count. Unset = calls of all agents.', type: 'string[]' })
  @IsOptional()
  @AreStrings()
  readonly agents?: readonly string[];

  @Setting({
    doc: 'Senders whose calls do not count: `channel:sender id`, or the id of a user.',
    type: 'string[]',
  })
  @AreStrings()
  readonly exempt: readonly string[] = [];

  problems(): ConfigProblem[] {
    return LIMITS.some((each) => this[each] !== undefined)
      ? []
      : [new ConfigProblem('', `needs at least one of ${LIMITS.join(', ')}`)];
  }
}

/** The ledger of model calls and the budgets for them. */
export class UsageConfig {
  @Setting({ doc: 'Currency of all prices and budgets, as a three-letter code. Nothing is converted.' })
  @Matches(/^[A-Z]{3}$/, { message: 'must be three capital letters, such as EUR' })
  readonly currency: string = 'USD';

  @Setting({ doc: 'Time zone in which a day and a month of usage begin, such as `Europe/Berlin`.' })
  readonly timeZone: string = 'UTC';

  @Setting({
    doc: "File with model prices, in the format of LiteLLM's `model_prices_and_context_window.json`, read as amounts in `usage.currency`. An agent's own `runtime.price` takes precedence.",
    isHostOnly: true,
  })
  @IsOptional()
  @IsReadableFile()
  readonly pricesFile?: string;

  @NestedList(() => BudgetConfig, {
    doc: 'Limits for model calls per day and month. A call must fit into every budget that applies to it.',
  })
  readonly budgets: readonly BudgetConfig[] = [];

  @Setting({
    doc: 'Text sent to a person once per period when a budget is used up. `{when}` is the time when the budget has room again.',
    inChats: true,
  })
  @MaxLength(1_000)
  readonly overBudget: string = 'I have reached my limit for now. I can answer again {when}.';

  problems(): ConfigProblem[] {
    const names = this.budgets.map(({ name }) => name);
    const repeated = names.flatMap((name, at) =>
      names.indexOf(name) < at ? [new ConfigProblem(`budgets[${at}].name`, 'must be unique')] : [],
    );
    return isTimeZone(this.timeZone)
      ? repeated
      : [new ConfigProblem('timeZone', 'must be a time zone such as Europe/Berlin'), ...repeated];
  }
}

/** The default is known: the first use of `Intl` for times takes 5 MB of memory, which most gateways never need. */
function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const USAGE = section('usage', UsageConfig);
