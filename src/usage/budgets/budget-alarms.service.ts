import { Injectable } from '@nestjs/common';
import { AuditLog, SYSTEM } from '../../access-control/index.js';
import { Database, type Tx } from '../../persistence/index.js';
import { CountsRepository, type DrawnCount } from './counts.repository.js';
import type { CountId } from './limits.service.js';

/** Percentages of a limit at which operators are told, the highest first. */
const ALARMS = [
  { percent: 100, action: 'budget.reached' },
  { percent: 80, action: 'budget.warned' },
] as const;

/**
 * Tells of budgets that are nearly used up, and of those that are: by an entry of the audit log, which the stream of
 * events shows. Each once in a period, over all replicas.
 */
@Injectable()
export class BudgetAlarms {
  constructor(
    private readonly counts: CountsRepository,
    private readonly audit: AuditLog,
    private readonly db: Database,
  ) {}

  /** Tells of the counts that have passed a percentage with a draw, in its transaction. */
  async check(tx: Tx, counts: readonly DrawnCount[]): Promise<void> {
    for (const count of counts) {
      const due = ALARMS.find(({ percent }) => count.spent * 100 >= count.most * percent);
      if (due && count.most > 0 && count.warned < due.percent) await this.tell(tx, count, due);
    }
  }

  /** Tells of a limit that has refused a call, whatever is left of it. */
  reached(count: CountId & { readonly most: number }): Promise<void> {
    return this.db.transaction((tx) => this.tell(tx, count, ALARMS[0]));
  }

  private async tell(
    tx: Tx,
    count: CountId & { readonly most: number },
    { percent, action }: (typeof ALARMS)[number],
  ): Promise<void> {
    if (!(await this.counts.warn(tx, count, percent))) return;
    const { budget, subject, period, unit, most } = count;
    const limit = unit === 'cost' ? (most / 1_000_000).toFixed(2) : `${most} tokens`;
    const details = { percent: String(percent), period, limit, ...(subject === '' ? {} : { subject }) };
    await this.audit.record(tx, SYSTEM, { action, subject: budget, details });
  }
}
