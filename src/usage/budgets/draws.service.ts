import { Injectable, Logger } from '@nestjs/common';
import {
  Clock,
  errorText,
  newId,
  type ForgetsPeople,
  RemembersPeople,
  forgetKeys,
} from '../../common/index.js';
import { Database } from '../../persistence/index.js';
import type { Dimensions } from '../ledger/dimensions.js';
import { OpenCallsRepository, type OpenRow } from '../ledger/open-calls.repository.js';
import { BudgetAlarms } from './budget-alarms.service.js';
import { Count } from './count.js';
import { CountsRepository, type Draw } from './counts.repository.js';
import type { CountId, Limit } from './limits.service.js';
import { type CallAmounts, OpenCalls } from './open-calls.js';

/** How often what is not needed any more is given back, ms. */
const TIDY_MS = 1_000;

/** A call that needs more than is drawn. */
export interface WantedCall {
  readonly counts: readonly Count[];
  readonly dimensions: Dimensions;
  readonly amounts: CallAmounts;
  readonly isPriced: boolean;
}

interface Waiting extends WantedCall {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** The amount of a count that a call wants. */
export const amountOf = ({ unit }: CountId, { input, output, cost }: CallAmounts): number =>
  unit === 'cost' ? cost : input + output;

/**
 * Draws amounts from the counts of budgets, and gives back what calls did not use: all counts of a moment in one
 * transaction, one at a time for each process, as rate limits do (ADR 0013, 0094).
 */
@RemembersPeople()
@Injectable()
export class Draws implements ForgetsPeople {
  readonly openCalls = new OpenCalls();
  private readonly logger = new Logger('Usage');
  /** Names this process in rows about its calls. */
  readonly owner = newId('prc');
  private readonly counts = new Map<string, Count>();
  private waiting: Waiting[] = [];
  private drawing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly repository: CountsRepository,
    private readonly calls: OpenCallsRepository,
    private readonly alarms: BudgetAlarms,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  countOf(limit: Limit): Count {
    const key = keyOf(limit);
    const now = this.clock.elapsed();
    const count = this.counts.get(key)?.call(limit, now) ?? new Count(limit, now);
    this.counts.set(key, count);
    return count;
  }

  /** Resolves when there was a draw for the call, which may have got less than it wants. @throws as the database */
  draw(call: WantedCall): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ...call, resolve, reject });
      this.drawing ??= this.drawAll();
    });
  }

  /** A call has ended: what it did not use is given back soon. */
  settled(counts: readonly Count[]): void {
    if (counts.some((count) => count.isUrgent)) void this.tidy();
    else this.timer ??= setTimeout(() => void this.tidy(), TIDY_MS).unref();
  }

  /** Gives back what no call has reserved, when the process stops. Calls that the ledger does not have yet stay open. */
  async end(): Promise<void> {
    clearTimeout(this.timer);
    await this.drawing;
    const draws = [...this.counts.values()].flatMap((count) => count.drawAllBack() ?? []);
    await this.apply(draws, [], this.openCalls.takeQuiet(this.clock.elapsed(), 0)).catch((error: unknown) =>
      this.logger.warn(`budgets overestimate some calls: ${errorText(error)}`),
    );
  }

  /** Draws for all calls that arrive in the meantime, one draw at a time. */
  private async drawAll(): Promise<void> {
    while (this.waiting.length > 0) {
      // Simultaneous calls join the draw.
      await Promise.resolve();
      const calls = this.waiting.splice(0);
      try {
        await this.apply(this.drawsFor(calls), this.rowsFor(calls));
        for (const { resolve } of calls) resolve();
      } catch (error) {
        for (const { reject } of calls) reject(error);
      }
    }
    this.drawing = undefined;
  }

  private drawsFor(calls: readonly WantedCall[]): Draw[] {
    const wanted = new Map<Count, number>();
    for (const { counts, amounts } of calls)
      for (const count of counts)
        wanted.set(count, (wanted.get(count) ?? 0) + amountOf(count.limit, amounts));
    return [...wanted].map(([count, amount]) => count.drawFor(amount));
  }

  private rowsFor(calls: readonly WantedCall[]): OpenRow[] {
    const further = new Map<string, { call: WantedCall; amounts: CallAmounts }>();
    for (const call of calls) {
      const key = JSON.stringify(call.dimensions);
      const { input, output, cost } = further.get(key)?.amounts ?? { input: 0, output: 0, cost: 0 };
      const { amounts } = call;
      const sum = {
        input: input + amounts.input,
        output: output + amounts.output,
        cost: cost + amounts.cost,
      };
      further.set(key, { call, amounts: sum });
    }
    return [...further.values()].flatMap(({ call, amounts }) => this.openCalls.rowFor(call, amounts) ?? []);
  }

  private async apply(draws: readonly Draw[], rows: readonly OpenRow[], ended: readonly string[] = []) {
    if (draws.length + rows.length + ended.length === 0) return;
    const now = this.clock.now();
    const drawn = await this.db.transaction(async (tx) => {
      const counts = draws.length === 0 ? [] : await this.repository.draw(tx, draws, now);
      await this.calls.save(tx, rows, this.owner, now);
      await this.calls.delete(tx, ended);
      await this.alarms.check(tx, counts);
      return counts;
    });
    const byKey = new Map(draws.map((draw) => [keyOf(draw.limit), draw]));
    for (const row of drawn) {
      const draw = byKey.get(keyOf(row));
      if (draw) this.counts.get(keyOf(row))?.receive(row, draw);
    }
    this.openCalls.stored(rows, this.clock.elapsed());
  }

  /** Gives back what quiet counts hold. */
  private async tidy(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.drawing) await this.drawing;
    this.drawing = this.giveBack().finally(() => {
      this.drawing = this.waiting.length > 0 ? this.drawAll() : undefined;
    });
    await this.drawing;
  }

  private async giveBack(): Promise<void> {
    const now = this.clock.elapsed();
    const draws = [...this.counts.values()].flatMap((count) => count.drawBack(now) ?? []);
    await this.apply(draws, [], this.openCalls.takeQuiet(now)).catch((error: unknown) =>
      this.logger.warn(`budgets are updated later: ${errorText(error)}`),
    );
    for (const [key, count] of this.counts) if (count.isOver(now)) this.counts.delete(key);
    if (this.counts.size > 0) this.timer ??= setTimeout(() => void this.tidy(), TIDY_MS).unref();
  }

  /** Amounts that the person drew ahead stay drawn: their counts are deleted. */
  forgetPeople(names: readonly string[]): void {
    forgetKeys(this.counts, names);
    this.openCalls.forget(names);
  }
}

const keyOf = ({ budget, subject, period, unit }: CountId): string =>
  [budget, subject, period, unit].join('\u001f');
