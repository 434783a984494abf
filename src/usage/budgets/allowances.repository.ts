import { Injectable } from '@nestjs/common';
import { Database, KeptFor, type Row, type Tx } from '../../persistence/index.js';

/** An allowance of an operator for a subject, on top of the limits of a budget. */
export interface Allowance {
  readonly id: string;
  readonly budget: string;
  readonly subject: string;
  /** Millionths of the currency. */
  readonly cost: number;
  readonly tokens: number;
  /** Epoch ms. */
  readonly until: number;
  readonly createdAt: number;
  readonly createdBy: string;
}

@KeptFor('allowances of budgets', ({ usageDays }) => usageDays, {
  table: 'budget_allowances',
  key: 'id',
  age: 'until',
})
@Injectable()
export class AllowancesRepository {
  constructor(private readonly db: Database) {}

  async add(tx: Tx, { createdAt, createdBy, ...allowance }: Allowance): Promise<void> {
    await this.db
      .on(tx)
      .insertInto('budget_allowances')
      .values({ ...allowance, created_at: createdAt, created_by: createdBy })
      .execute();
  }

  /** Those that hold at this time, epoch ms. */
  async current(now: number): Promise<Allowance[]> {
    const rows = await this.db
      .on()
      .selectFrom('budget_allowances')
      .selectAll()
      .where('until', '>', now)
      .orderBy('id')
      .execute();
    return rows.map(toAllowance);
  }

  /** @returns the removed one; undefined when the budget has no such allowance */
  async remove(tx: Tx, budget: string, id: string): Promise<Allowance | undefined> {
    const row = await this.db
      .on(tx)
      .deleteFrom('budget_allowances')
      .where('budget', '=', budget)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    return row && toAllowance(row);
  }
}

const toAllowance = ({
  created_at: createdAt,
  created_by: createdBy,
  ...row
}: Row<'budget_allowances'>): Allowance => ({ ...row, createdAt, createdBy });
