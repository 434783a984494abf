import { Injectable } from '@nestjs/common';
import type { OverBudgetError } from '../../assistant/index.js';
import { Clock } from '../../common/index.js';
import { Database, type DeletesOld, KeptFor, type Tx } from '../../persistence/index.js';
import { sql } from 'kysely';

/** The longest period, in days, and some more. */
const KEPT_DAYS = 40;

/** Remembers where people were told that a budget is used up. */
@KeptFor('notices of budgets', () => KEPT_DAYS)
@Injectable()
export class NoticesRepository implements DeletesOld {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Notes that a place is told, in the transaction that tells it.
   * @param place `channel:account:conversation id`
   * @returns false when it was told before in this period
   */
  async claim(tx: Tx, { budget, period }: OverBudgetError, place: string): Promise<boolean> {
    const { numInsertedOrUpdatedRows = 0n } = await this.db
      .on(tx)
      .insertInto('budget_notices')
      .values({ budget, period, place, at: this.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows > 0n;
  }

  async deleteOlderThan(tx: Tx, before: number, limit: number): Promise<number> {
    const key = sql`budget, period, place`;
    const old = sql`select ${key} from budget_notices where at < ${before} order by at limit ${limit}`;
    const { numAffectedRows } = await sql`delete from budget_notices where (${key}) in (${old})`.execute(
      this.db.on(tx),
    );
    return Number(numAffectedRows ?? 0n);
  }
}
