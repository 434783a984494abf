import { Injectable } from '@nestjs/common';
import { type Actor, AuditLog, ending, making } from '../../access-control/index.js';
import { Clock, GatehouseError, newId } from '../../common/index.js';
import { type BudgetConfig, UsageConfig } from '../../config/index.js';
import { Database } from '../../persistence/index.js';
import { type Allowance, AllowancesRepository } from './allowances.repository.js';
import { CountsRepository, type PresentCount } from './counts.repository.js';
import { Limits } from './limits.service.js';

/** More counts of a budget are not listed: those that are used up most come first. */
const MOST_COUNTS = 200;

/** An allowance that is to be granted. */
export type WantedAllowance = Pick<Allowance, 'subject' | 'cost' | 'tokens' | 'until'>;

/** A budget, its counts in the present day and month, and the allowances that hold. */
export interface BudgetView {
  readonly budget: BudgetConfig;
  readonly counts: readonly PresentCount[];
  readonly allowances: readonly Allowance[];
}

/** Budgets as they stand in the database. */
@Injectable()
export class BudgetRecords {
  constructor(
    readonly db: Database,
    readonly counts: CountsRepository,
    readonly allowances: AllowancesRepository,
  ) {}
}

/** Budgets for operators. */
@Injectable()
export class Budgets {
  constructor(
    private readonly config: UsageConfig,
    private readonly limits: Limits,
    private readonly repository: BudgetRecords,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<BudgetView[]> {
    const { day, month } = this.limits.periods();
    const allowances = await this.repository.allowances.current(this.clock.now());
    return Promise.all(
      this.config.budgets.map(async (budget) => ({
        budget,
        counts: await this.repository.counts.present(budget.name, [day.name, month.name], MOST_COUNTS),
        allowances: allowances.filter((each) => each.budget === budget.name),
      })),
    );
  }

  /** By name: the used part of the limit that is used most, of whomever it is. */
  async usedRatios(): Promise<ReadonlyMap<string, number>> {
    const { day, month } = this.limits.periods();
    const ratios = this.config.budgets.map(async ({ name }) => {
      const [first] = await this.repository.counts.present(name, [day.name, month.name], 1);
      return [name, first && first.most > 0 ? first.used / first.most : 0] as const;
    });
    return new Map(await Promise.all(ratios));
  }

  /** Grants something on top of a budget's limits; it holds with the next call. @throws GatehouseError NOT_FOUND */
  async allow(actor: Actor, name: string, wanted: WantedAllowance): Promise<Allowance> {
    if (!this.config.budgets.some((budget) => budget.name === name))
      throw new GatehouseError('NOT_FOUND', 'No such budget.', 'no budget has this name');
    const createdAt = this.clock.now();
    const made = { id: newId('alw', createdAt), budget: name, ...wanted, createdAt, createdBy: actor.id };
    await this.repository.db.transaction(async (tx) => {
      await this.repository.allowances.add(tx, made);
      const details = {
        allowance: made.id,
        subject: made.subject,
        until: new Date(made.until).toISOString(),
      };
      const change = making(recorded(made));
      await this.audit.record(tx, actor, { action: 'budget.allowed', subject: name, details, change });
    });
    return made;
  }

  /** Ends an allowance; what was spent by it stays counted. @throws GatehouseError NOT_FOUND */
  async withdraw(actor: Actor, name: string, id: string): Promise<void> {
    await this.repository.db.transaction(async (tx) => {
      const allowance = await this.repository.allowances.remove(tx, name, id);
      if (!allowance)
        throw new GatehouseError(
          'NOT_FOUND',
          'No such allowance.',
          'no allowance of this budget has this id',
        );
      const details = { allowance: id, subject: allowance.subject };
      const change = ending(recorded(allowance));
      await this.audit.record(tx, actor, {
        action: 'budget.allowance-ended',
        subject: name,
        details,
        change,
      });
    });
  }
}

/** An allowance as the audit log has it: the cost in the currency. */
const recorded = ({ subject, cost, tokens, until }: Allowance) => ({
  subject,
  cost: cost / 1_000_000,
  tokens,
  until: new Date(until).toISOString(),
});
