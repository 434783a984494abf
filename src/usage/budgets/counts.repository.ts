import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Database, type DeletesOld, KeptFor, prepared, type Tx } from '../../persistence/index.js';
import type { CountId, Limit } from './limits.service.js';

/** An amount to draw from a count, in its unit. */
export interface Draw {
  readonly limit: Limit;
  /** Negative gives back what was drawn and not used. */
  readonly wanted: number;
  /** Counted in any case: what calls used beyond their reservation. */
  readonly overdrawn: number;
  /** By calls that have ended since the last draw. */
  readonly spent: number;
}

/** A count after a draw. */
export interface DrawnCount extends CountId {
  readonly used: number;
  readonly spent: number;
  /** The limit, with the allowances that hold now. */
  readonly most: number;
  /** The amount that was drawn: `wanted`, or as much as the limit has room for. */
  readonly drawn: number;
  readonly warned: number;
}

/** A count of a present period. */
export interface PresentCount extends CountId {
  /** With what is reserved for calls under way, and drawn ahead. */
  readonly used: number;
  readonly spent: number;
  readonly most: number;
  /** Epoch ms. */
  readonly ends_at: number;
}

const RETURNED = ['budget', 'subject', 'period', 'unit', 'used', 'spent', 'most', 'drawn', 'warned'] as const;

/** The part of an amount that there is room for; an amount that is given back is taken in any case. */
const granted = (wanted: RawBuilder<unknown>, room: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`case when ${wanted} <= ${room} or ${wanted} <= 0 then ${wanted} when ${room} <= 0 then 0 else ${room} end`;

const big = (value: number): RawBuilder<number> => sql<number>`cast(${value} as bigint)`;

/** A draw as its statement takes it. */
type DrawValues = Limit & Omit<Draw, 'limit'> & { readonly now: number };

const allowances = ({ budget, subject, now }: DrawValues, unit: CountId['unit']): RawBuilder<number> =>
  sql<number>`coalesce((select cast(sum(${sql.ref(unit)}) as bigint) from budget_allowances
    where budget = ${budget} and subject = ${subject} and until > ${now}), 0)`;

/** Prepared for a single count: a text for each number of counts would cost more to prepare than to run. */
const drawingIn = (unit: CountId['unit']) =>
  prepared((on, draw: DrawValues) => {
    const { budget, subject, period, wanted, overdrawn, spent, endsAt } = draw;
    const most = sql<number>`${big(draw.most)} + ${allowances(draw, unit)}`;
    const first = granted(big(wanted), sql`${most} - ${big(overdrawn)}`);
    const room = sql`excluded.most - budget_counts.used - excluded.overdrawn`;
    const further = granted(sql`excluded.wanted`, room);
    return on
      .insertInto('budget_counts')
      .values({
        budget,
        subject,
        period,
        unit: draw.unit,
        most,
        wanted,
        overdrawn,
        spent,
        ends_at: endsAt,
        drawn: first,
        used: sql<number>`${big(overdrawn)} + ${first}`,
        warned: 0,
      })
      .onConflict((conflict) =>
        conflict.columns(['budget', 'subject', 'period', 'unit']).doUpdateSet({
          most: sql`excluded.most`,
          wanted: sql`excluded.wanted`,
          overdrawn: sql`excluded.overdrawn`,
          drawn: further,
          used: sql`budget_counts.used + excluded.overdrawn + ${further}`,
          spent: sql`budget_counts.spent + excluded.spent`,
        }),
      )
      .returning(RETURNED);
  });

const DRAW = { cost: drawingIn('cost'), tokens: drawingIn('tokens') };

/** The counts of budgets, which all replicas share. */
@KeptFor('counts of budgets', ({ usageDays }) => usageDays)
@Injectable()
export class CountsRepository implements DeletesOld {
  constructor(private readonly db: Database) {}

  /**
   * Draws from each count, never beyond its limit, in the commit of `tx`. A call may draw from each count only once; rows
   * are locked in a fixed order, so that two replicas cannot deadlock.
   * @param now epoch ms; decides which allowances hold
   */
  async draw(tx: Tx, draws: readonly Draw[], now: number): Promise<DrawnCount[]> {
    const on = this.db.on(tx);
    // Not awaited one by one: PostgreSQL gets all of them in one write, and runs them in this order.
    const drawn = [...draws]
      .sort(byId)
      .map(({ limit, ...amounts }) => DRAW[limit.unit](on, { ...limit, ...amounts, now }));
    return (await Promise.all(drawn)).flatMap(({ rows }) => rows);
  }

  /** Notes that a percentage was reported. @returns false when it was before, by any replica */
  async warn(tx: Tx, { budget, subject, period, unit }: CountId, percent: number): Promise<boolean> {
    const { numUpdatedRows } = await this.db
      .on(tx)
      .updateTable('budget_counts')
      .set({ warned: percent })
      .where((eb) => eb.and({ budget, subject, period, unit }))
      .where('warned', '<', percent)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** The counts of a budget in these periods, those that are used up most first. */
  present(budget: string, periods: readonly string[], limit: number): Promise<PresentCount[]> {
    return this.db
      .on()
      .selectFrom('budget_counts')
      .select(['budget', 'subject', 'period', 'unit', 'used', 'spent', 'most', 'ends_at'])
      .where('budget', '=', budget)
      .where('period', 'in', periods)
      .orderBy(sql`case when most = 0 then 1.0 else 1.0 * used / most end`, 'desc')
      .limit(limit)
      .execute();
  }

  /** How much of these limits is used, with what is reserved for calls under way; nothing for those never drawn from. */
  used(limits: readonly CountId[]): Promise<(CountId & Pick<PresentCount, 'used'>)[]> {
    return this.db
      .on()
      .selectFrom('budget_counts')
      .select(['budget', 'subject', 'period', 'unit', 'used'])
      .where((eb) =>
        eb.or(limits.map(({ budget, subject, period, unit }) => eb.and({ budget, subject, period, unit }))),
      )
      .execute();
  }

  async deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    const key = sql`budget, subject, period, unit`;
    const old = sql`select ${key} from budget_counts where ends_at < ${before} order by ends_at limit ${limit}`;
    const { numAffectedRows } = await sql`delete from budget_counts where (${key}) in (${old})`.execute(
      this.db.on(tx),
    );
    return Number(numAffectedRows ?? 0n);
  }
}

const byId = ({ limit: a }: Draw, { limit: b }: Draw): number =>
  compare(a.budget, b.budget) ||
  compare(a.subject, b.subject) ||
  compare(a.period, b.period) ||
  compare(a.unit, b.unit);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
