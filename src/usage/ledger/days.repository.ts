import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, type DeletesOld, KeptFor, type Tx } from '../../persistence/index.js';
import { SUMS, type Sums } from './calls.repository.js';
import { DIMENSIONS, type Dimensions } from './dimensions.js';

/** The groupings by which usage can be shown. */
export const USAGE_GROUPS = ['day', 'agent', 'model', 'sender', 'conversation', 'key'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** Days, both inclusive, and what to look at. */
export interface UsageQuery {
  readonly from: string;
  readonly to: string;
  readonly by: UsageGroup;
  /** Only these. */
  readonly senders?: readonly string[];
}

/** The usage of one day, agent, or another group. */
export interface UsageLine extends Sums {
  readonly name: string;
  /** The part of the calls whose tokens are our estimate. */
  readonly estimated_calls: number;
}

/** The ledger as it is read. */
@KeptFor('model usage', ({ usageDays }) => usageDays)
@Injectable()
export class DaysRepository implements DeletesOld {
  constructor(private readonly db: Database) {}

  /**
   * Sums by name; calls under way in other processes, and those that a kill cut off, count as estimates.
   * @param owner this process, whose calls under way are not counted
   */
  async sums({ from, to, by, senders }: UsageQuery, owner: string): Promise<UsageLine[]> {
    const group = sql.ref(by === 'key' ? 'key_id' : by);
    const columns = sql.join([...DIMENSIONS, ...SUMS, 'is_estimate'].map((name) => sql.ref(name)));
    const sums = sql.join(SUMS.map((name) => sql`cast(sum(${sql.ref(name)}) as bigint) as ${sql.ref(name)}`));
    const open = sql`select ${sql.join(DIMENSIONS.map((name) => sql.ref(name)))},
      1, 1 - is_priced, input, 0, 0, output, 0, cost, 1 from usage_open_calls where owner <> ${owner}`;
    const { rows } = await sql<UsageLine>`
      select ${group} as name, ${sums}, cast(sum(calls * is_estimate) as bigint) as estimated_calls
      from (select ${columns} from usage_days union all select ${columns} from usage_calls union all ${open}) as ledger
      where day >= ${from} and day <= ${to} ${senders ? sql`and sender in (${sql.join(senders)})` : sql``}
      group by ${group} order by ${group}`.execute(this.db.on());
    return rows;
  }

  async deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    const old = sql`select ${this.key} from usage_days where at < ${before} order by at limit ${limit}`;
    const { numAffectedRows } = await sql`delete from usage_days where (${this.key}) in (${old})`.execute(
      this.db.on(tx),
    );
    return Number(numAffectedRows ?? 0n);
  }

  private get key() {
    const names: readonly (keyof Dimensions | 'is_estimate')[] = [...DIMENSIONS, 'is_estimate'];
    return sql.join(names.map((name) => sql.ref(name)));
  }
}
