import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Database, type DeletesOld, KeptFor, type Tx } from '../../persistence/index.js';

/** A window of one API key. */
export interface WindowId {
  readonly keyId: string;
  /** `minute`, `hour` or `day`. */
  readonly period: string;
}

/** Numbers to be taken from a window's count. */
export interface Draw extends WindowId {
  /** How many; at least 1. */
  readonly amount: number;
  /** How long a window that begins with this draw is, ms. */
  readonly lengthMs: number;
}

/** The result of a draw. */
export interface Drawn extends WindowId {
  /** The window's count after the draw: ours are the last `amount` numbers up to it. */
  readonly hits: number;
  readonly endsInMs: number;
}

/** Counts of the windows of API keys. A window begins with the first request after the end of the one before. */
@Injectable()
@KeptFor('ended rate-limit windows', () => 1)
export class RateLimitRepository implements DeletesOld {
  constructor(private readonly db: Database) {}

  /**
   * Counts in all windows at once, exactly, however many replicas do so. No window may be drawn from twice in one
   * call; rows are locked in one order, so that two replicas do not wait for each other.
   * @param now epoch ms; on PostgreSQL the clock of the database is asked instead
   */
  async draw(tx: Tx, draws: readonly Draw[], now: number): Promise<Drawn[]> {
    const time = this.time(now);
    const values = [...draws].sort(byId).map(({ keyId, period, amount, lengthMs }) => {
      const ends_at = sql<number>`${time} + cast(${lengthMs} as bigint)`;
      return { key_id: keyId, period, hits: amount, ends_at };
    });
    const isOver = sql<boolean>`rate_limits.ends_at <= ${time}`;
    // A window that ends later than one that begins now was begun by a clock that has been set back since.
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

  /** Takes back numbers that were drawn and not used, unless their window has ended. */
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

  /** Replicas need not agree on the time: PostgreSQL's holds, the same throughout a statement. */
  private time(now: number): RawBuilder<number> {
    return this.db.dialect === 'sqlite'
      ? sql`cast(${now} as bigint)`
      : sql`(extract(epoch from statement_timestamp()) * 1000)::bigint`;
  }
}

const byId = (a: WindowId, b: WindowId): number =>
  a.keyId === b.keyId ? compare(a.period, b.period) : compare(a.keyId, b.keyId);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
