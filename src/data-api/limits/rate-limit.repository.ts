import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Database, type DeletesOld, KeptFor, type Row, type Tx } from '../../persistence/index.js';

/** A window of one API key. */
export interface WindowId {
  readonly keyId: string;
  /** `minute`, `hour` or `day`. */
  readonly period: string;
}

/** Numbers to draw from a window's count. */
export interface Draw extends WindowId {
  /** At least 1. */
  readonly amount: number;
  /** The length in ms of a window that begins with this draw. */
  readonly lengthMs: number;
}

/** The result of a draw. */
export interface Drawn extends WindowId {
  /** The window's count after the draw, whose last `amount` numbers are ours. */
  readonly hits: number;
  readonly endsInMs: number;
}

/** A window that has not ended, with its count. */
export interface OpenWindow extends WindowId {
  readonly hits: number;
  /** Epoch ms. */
  readonly endsAt: number;
}

/** The counts of the windows of API keys. A window begins with the first request after the end of the previous one. */
@Injectable()
@KeptFor('expired rate-limit windows', () => 1)
export class RateLimitRepository implements DeletesOld {
  constructor(private readonly db: Database) {}

  /**
   * Counts in all windows at once, exactly, with any number of replicas. A call may draw from each window only once;
   * rows are locked in a fixed order, so that two replicas cannot deadlock.
   * @param now epoch ms; PostgreSQL uses the clock of the database instead
   */
  async draw(tx: Tx, draws: readonly Draw[], now: number): Promise<Drawn[]> {
    const time = this.time(now);
    const values = [...draws].sort(byId).map(({ keyId, period, amount, lengthMs }) => {
      const ends_at = sql<number>`${time} + cast(${lengthMs} as bigint)`;
      return { key_id: keyId, period, hits: amount, ends_at };
    });
    const isOver = sql<boolean>`rate_limits.ends_at <= ${time}`;
    // A window that ends later than one that begins now dates from before the clock was set back.
    const isAhead = sql<boolean>`rate_limits.ends_at > excluded.ends_at`;
    const rows = await this.db
      .on(tx)
      .insertInto('rate_limits')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['key_id', 'period']).doUpdateSet({
          hits: sql`case when ${isOver} then excluded.hits else rate_limits.hits + excluded.hits end`,
          ends_at: sql`case when ${isOver} or ${isAhead} then excluded.ends_at else rate_limits.ends_at end`,
        }),
      )
      .returning(['key_id', 'period', 'hits', sql<number>`ends_at - ${time}`.as('ends_in')])
      .execute();
    return rows.map((row) => ({
      keyId: row.key_id,
      period: row.period,
      hits: row.hits,
      endsInMs: row.ends_in,
    }));
  }

  /** The windows that have not ended, those with the highest counts first; on SQLite with what is drawn ahead. */
  async open(now: number, most: number): Promise<readonly OpenWindow[]> {
    const rows = await this.db
      .on()
      .selectFrom('rate_limits')
      .select(['key_id', 'period', 'hits', 'ends_at'])
      .where('ends_at', '>', now)
      .orderBy('hits', 'desc')
      .limit(most)
      .execute();
    return rows.map(toOpenWindow);
  }

  /** The windows of these keys that have not ended; on SQLite with what is drawn ahead. */
  async openOf(keyIds: readonly string[], now: number): Promise<readonly OpenWindow[]> {
    if (keyIds.length === 0) return [];
    const rows = await this.db
      .on()
      .selectFrom('rate_limits')
      .select(['key_id', 'period', 'hits', 'ends_at'])
      .where('key_id', 'in', [...keyIds])
      .where('ends_at', '>', this.time(now))
      .execute();
    return rows.map(toOpenWindow);
  }

  /** Returns unused numbers to their window, unless it has ended. */
  async giveBack(tx: Tx, { keyId, period }: WindowId, amount: number, now: number): Promise<void> {
    await this.db
      .on(tx)
      .updateTable('rate_limits')
      .set({ hits: sql`hits - cast(${amount} as bigint)` })
      .where('key_id', '=', keyId)
      .where('period', '=', period)
      .where('ends_at', '>', this.time(now))
      .execute();
  }

  async deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    const old = this.db
      .on(tx)
      .selectFrom('rate_limits')
      .select(['key_id', 'period'])
      .where('ends_at', '<', before)
      .orderBy('ends_at')
      .limit(limit);
    const { numDeletedRows } = await this.db
      .on(tx)
      .deleteFrom('rate_limits')
      .where((eb) => eb(eb.refTuple('key_id', 'period'), 'in', old.$asTuple('key_id', 'period')))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }

  /** The clocks of replicas may differ, so PostgreSQL's counts, which is constant within a statement. */
  private time(now: number): RawBuilder<number> {
    return this.db.dialect === 'sqlite'
      ? sql`cast(${now} as bigint)`
      : sql`(extract(epoch from statement_timestamp()) * 1000)::bigint`;
  }
}

const toOpenWindow = ({ key_id, period, hits, ends_at }: Row<'rate_limits'>): OpenWindow => ({
  keyId: key_id,
  period,
  hits,
  endsAt: ends_at,
});

const byId = (a: WindowId, b: WindowId): number =>
  a.keyId === b.keyId ? compare(a.period, b.period) : compare(a.keyId, b.keyId);

/** Of different texts. */
const compare = (a: string, b: string): number => (a < b ? -1 : 1);
