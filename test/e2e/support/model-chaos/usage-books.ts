import pg from 'pg';
import type { Tokens } from './model-accounts.js';
import { MODELS, Population, type Wire } from './population.js';

/** The ledger's sums of a person's calls of one model. */
export interface LedgerSums {
  /** Calls whose tokens the model reported, those that it refused with a status included: these have none. */
  readonly reported: Tokens & { readonly calls: number };
  /** Calls with our estimate, and what a kill left open. */
  readonly estimated: { readonly calls: number; readonly tokens: number };
}

/** How many of a person's messages ended in which way: `done turn`, `done dropped over-budget`. */
export type Ends = Readonly<Record<string, number>>;

/** One count of a budget: millionths of the currency, or tokens. */
export interface BudgetCount {
  readonly budget: string;
  readonly subject: string;
  readonly unit: 'tokens' | 'cost';
  readonly most: number;
  readonly used: number;
  readonly spent: number;
}

const LEDGER = `
  select sender, model, is_estimate::int, sum(calls)::int as calls, sum(input)::int as input, sum(cached)::int as cached,
    sum(cache_write)::int as "cacheWrite", sum(output)::int as output
  from (
    select sender, model, is_estimate, calls, input, cached, cache_write, output from usage_calls
    union all select sender, model, 1, 0, input, 0, 0, output from usage_open_calls
  ) as rows group by sender, model, is_estimate`;
const ENDS = `
  select sender_id as sender, concat_ws(' ', state, outcome, reason) as "end", count(*)::int as count
  from inbound_events group by sender_id, 2`;
const COUNTS = `
  select budget, subject, unit, most::float8, used::float8, spent::float8 from budget_counts order by 1, 2`;
const OWNERS = 'select distinct owner from usage_open_calls';

interface LedgerRow extends Tokens {
  readonly sender: string;
  readonly model: string;
  readonly is_estimate: number;
  readonly calls: number;
}
interface EndRow {
  readonly sender: string;
  readonly end: string;
  readonly count: number;
}

const NOTHING = { calls: 0, input: 0, cached: 0, cacheWrite: 0, output: 0 };

/** The books of a gateway whose processes have ended: the ledger, and what became of each message. */
export class UsageBooks {
  private constructor(
    private readonly ledger: readonly LedgerRow[],
    private readonly ends: readonly EndRow[],
    /** Of every budget, in every present period. */
    readonly counts: readonly BudgetCount[],
    /** The number of processes that have left calls open. */
    readonly leavers: number,
  ) {}

  static async read(databaseUrl: string): Promise<UsageBooks> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      const { rows: ledger } = await client.query<LedgerRow>(LEDGER);
      const { rows: ends } = await client.query<EndRow>(ENDS);
      const { rows: counts } = await client.query<BudgetCount>(COUNTS);
      const { rows: owners } = await client.query(OWNERS);
      return new UsageBooks(ledger, ends, counts, owners.length);
    } finally {
      await client.end();
    }
  }

  of(person: number, wire: Wire): LedgerSums {
    const sender = `imbridge:${Population.addressOf(person)}`;
    const rows = this.ledger.filter((row) => row.sender === sender && row.model === MODELS[wire]);
    const row = (isEstimate: number) => rows.find((each) => each.is_estimate === isEstimate) ?? NOTHING;
    const { calls, input, output } = row(1);
    return { reported: row(0), estimated: { calls, tokens: input + output } };
  }

  endsOf(person: number): Ends {
    const rows = this.ends.filter(({ sender }) => sender === Population.addressOf(person));
    return Object.fromEntries(rows.map(({ end, count }) => [end, count]));
  }

  /** The whole ledger, in tokens. */
  get totals(): { readonly reported: number; readonly estimated: number } {
    const sum = (isEstimate: number) =>
      this.ledger
        .filter((row) => row.is_estimate === isEstimate)
        .reduce((all, { input, output }) => all + input + output, 0);
    return { reported: sum(0), estimated: sum(1) };
  }
}
