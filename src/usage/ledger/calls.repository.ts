import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { firstIdAt, timeOfId } from '../../common/index.js';
import { Database, type DeletesOld, KeptFor, pick, preparedRows, type Tx } from '../../persistence/index.js';
import { DIMENSIONS, type Dimensions } from './dimensions.js';

export const SUMS = [
  'calls',
  'unpriced_calls',
  'input',
  'cached',
  'cache_write',
  'output',
  'reasoning',
  'cost',
] as const;

/** Sums of calls; `cost` in millionths of the currency. */
export type Sums = Readonly<Record<(typeof SUMS)[number], number>>;

/** Calls of one kind, as they are added to the ledger. */
export interface CallRow extends Dimensions, Sums {
  /** 1 if the tokens are our estimate, because the model reported none. */
  readonly is_estimate: number;
  /** Epoch ms. */
  readonly at: number;
  /** In the order of time. A row that is added again is not added twice. */
  readonly id: string;
}

/** All tokens of an agent's requests and answers. */
export interface AgentTokens {
  readonly agent: string;
  readonly input: number;
  readonly output: number;
}

/** Days that calls are kept one by one, before they are folded. */
const UNFOLDED_DAYS = 3;
/** Open calls that are older were cut off by a kill: no call takes so long. */
const CUT_OFF_MS = 6 * 3_600_000;

const INSERT = preparedRows<CallRow>((db, rows) =>
  db
    .insertInto('usage_calls')
    .values(rows.map((row) => pick(row, 'id', ...DIMENSIONS, ...SUMS, 'is_estimate', 'at')))
    .onConflict((conflict) => conflict.doNothing()),
);

/**
 * The ledger as it is written: replicas only add rows, so none waits for another. After some days the rows of a day
 * are folded into sums.
 */
@KeptFor('single model calls', () => UNFOLDED_DAYS)
@Injectable()
export class CallsRepository implements DeletesOld {
  constructor(private readonly db: Database) {}

  add(tx: Tx, rows: readonly CallRow[]): Promise<void> {
    return INSERT(this.db.on(tx), rows);
  }

  /** The tokens of the calls that ended within a time, `to` excluded, and are not folded. */
  tokensByAgent(from: number, to: number): Promise<AgentTokens[]> {
    const sumOf = (name: 'input' | 'output') => sql<number>`cast(sum(${sql.ref(name)}) as bigint)`.as(name);
    return this.db
      .on()
      .selectFrom('usage_calls')
      .select(['agent', sumOf('input'), sumOf('output')])
      .where('id', '>=', firstIdAt('use', from))
      .where('id', '<', firstIdAt('use', to))
      .groupBy('agent')
      .execute();
  }

  /** When the first call since a time ended that is not folded. */
  async firstSince(at: number): Promise<number | undefined> {
    const calls = this.db.on().selectFrom('usage_calls').where('id', '>=', firstIdAt('use', at));
    const first = await calls.select('id').orderBy('id').limit(1).executeTakeFirst();
    return first && timeOfId(first.id);
  }

  /** Folds old calls into the sums of their days, the oldest first. */
  async deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    await this.closeCutOff(tx, before + UNFOLDED_DAYS * 86_400_000 - CUT_OFF_MS);
    const last = await this.lastOf(tx, before, limit);
    if (last === undefined) return 0;
    const columns = sql.join([...DIMENSIONS, 'is_estimate', ...SUMS, 'at'].map((name) => sql.ref(name)));
    const groups = sql.join([...DIMENSIONS, 'is_estimate'].map((name) => sql.ref(name)));
    await sql`insert into usage_days (${columns})
      select ${groups}, ${summed()}, max(at) from usage_calls where id <= ${last} group by ${groups}
      on conflict (${groups}) do update set ${added()}, at = excluded.at`.execute(this.db.on(tx));
    const { numAffectedRows } = await sql`delete from usage_calls where id <= ${last}`.execute(
      this.db.on(tx),
    );
    return Number(numAffectedRows ?? 0n);
  }

  /** A call that a kill left open counts as an estimate. */
  private async closeCutOff(tx: Tx, before: number): Promise<void> {
    const cut = sql`from usage_open_calls where at < ${before}`;
    const dimensions = sql.join(DIMENSIONS.map((name) => sql.ref(name)));
    await sql`insert into usage_calls
      (id, ${dimensions}, calls, unpriced_calls, input, cached, cache_write, output, reasoning, cost, is_estimate, at)
      select id, ${dimensions}, 1, 1 - is_priced, input, 0, 0, output, 0, cost, 1, at ${cut}`.execute(
      this.db.on(tx),
    );
    await sql`delete ${cut}`.execute(this.db.on(tx));
  }

  /** The last of the oldest rows. */
  private async lastOf(tx: Tx, before: number, limit: number): Promise<string | undefined> {
    const rows = await this.db
      .on(tx)
      .selectFrom('usage_calls')
      .select('id')
      .where('id', '<', firstIdAt('use', before))
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.at(-1)?.id;
  }
}

const summed = (): RawBuilder<unknown> =>
  sql.join(SUMS.map((name) => sql`cast(sum(${sql.ref(name)}) as bigint)`));

const added = (): RawBuilder<unknown> =>
  sql.join(
    SUMS.map((name) => sql`${sql.ref(name)} = usage_days.${sql.ref(name)} + excluded.${sql.ref(name)}`),
  );
