import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { LEAST_ANSWER_TOKENS, OverBudgetError } from '../../assistant/index.js';
import { Clock, errorText } from '../../common/index.js';
import type { Dimensions } from '../ledger/dimensions.js';
import { affordableOutput, highestCost, type Price } from '../prices/cost.js';
import { BudgetAlarms } from './budget-alarms.service.js';
import type { Count } from './count.js';
import { amountOf, Draws, type WantedCall } from './draws.service.js';
import type { Limit } from './limits.service.js';
import type { CallAmounts } from './open-calls.js';

/**
 * How long a call waits for others that have reserved what it needs, ms. After a kill nothing gives back what was
 * reserved: then the budget counts as used up.
 */
const WAIT_MS = 30_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** A call to reserve for. */
export interface BudgetedCall {
  readonly limits: readonly Limit[];
  readonly dimensions: Dimensions;
  readonly price: Price | undefined;
  readonly inputTokens: number;
  readonly maxOutputTokens: number;
  /** The time that its model has, ms. */
  readonly timeoutMs: number;
}

/** The reservation of a call. */
export interface Reservation {
  readonly maxOutputTokens: number;
  /** Replaces the reservation by what the call used. */
  settle(used: CallAmounts): void;
  /** The call is in the ledger. */
  written(): void;
}

/** Reserves the most that a call can use from all budgets that apply to it, before it is made. */
@Injectable()
export class Reservations {
  private readonly logger = new Logger('Usage');

  constructor(
    private readonly draws: Draws,
    private readonly alarms: BudgetAlarms,
    private readonly clock: Clock,
  ) {}

  /**
   * Waits while only calls under way take up the room.
   * @throws OverBudgetError; the reason of the signal; the errors of the database
   */
  async reserve(call: BudgetedCall, signal: AbortSignal): Promise<Reservation> {
    // The wait is short where the model's own time is short: an operator who wants quick answers wants quick refusals.
    const until = this.clock.elapsed() + Math.min(WAIT_MS, call.timeoutMs / 2);
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      signal.throwIfAborted();
      const wanted = this.wantedFor(call, call.maxOutputTokens);
      if (!this.isDrawn(wanted)) await this.draws.draw(wanted);
      const reserved = this.reserveFree(call, wanted);
      if (reserved) return reserved;
      const least = this.leastOf(call);
      const short = wanted.counts.filter((count) => count.free < amountOf(count.limit, least));
      const spent = short.filter((count) => count.isSpentFor(amountOf(count.limit, least)));
      if (spent.length > 0) throw this.refusal(spent);
      if (this.clock.elapsed() >= until) {
        for (const count of short) count.giveUp();
        throw this.refusal(short);
      }
      await delay(pause, undefined, { signal });
    }
  }

  private isDrawn({ counts, dimensions, amounts }: WantedCall): boolean {
    return (
      counts.every((count) => count.free >= amountOf(count.limit, amounts)) &&
      this.draws.openCalls.covers(dimensions, amounts)
    );
  }

  /** Takes all that is wanted, or what there is if that is enough for an answer. */
  private reserveFree(call: BudgetedCall, wanted: WantedCall): Reservation | undefined {
    const { counts } = wanted;
    const output = Math.min(call.maxOutputTokens, ...counts.map((count) => roomFor(call, count)));
    if (output < Math.min(LEAST_ANSWER_TOKENS, call.maxOutputTokens)) return undefined;
    const { amounts, dimensions } = this.wantedFor(call, output);
    if (!this.draws.openCalls.covers(dimensions, amounts)) return undefined;
    const now = this.clock.elapsed();
    for (const count of counts) count.reserve(amountOf(count.limit, amounts), now);
    const written = this.draws.openCalls.begin(dimensions, amounts, now);
    return { maxOutputTokens: output, settle: (used) => this.settle(counts, amounts, used), written };
  }

  private settle(counts: readonly Count[], reserved: CallAmounts, used: CallAmounts): void {
    const now = this.clock.elapsed();
    for (const count of counts) {
      const amounts = { reserved: amountOf(count.limit, reserved), used: amountOf(count.limit, used) };
      count.settle(amounts, now);
    }
    this.draws.settled(counts);
  }

  private leastOf(call: BudgetedCall): CallAmounts {
    return amountsOf(call, Math.min(LEAST_ANSWER_TOKENS, call.maxOutputTokens));
  }

  private wantedFor(call: BudgetedCall, output: number): WantedCall {
    const { limits, dimensions, price } = call;
    const counts = limits.map((limit) => this.draws.countOf(limit));
    return { counts, dimensions, isPriced: price !== undefined, amounts: amountsOf(call, output) };
  }

  /** Names the limit that opens last, so that waiting for it is enough. */
  private refusal(short: readonly Count[]): OverBudgetError {
    const [last] = [...short].sort((a, b) => b.limit.endsAt - a.limit.endsAt);
    if (!last) throw new Error('a call was rejected, but no budget is used up');
    if (last.warned < 100) this.tell(last);
    const { budget, period, endsAt } = last.limit;
    return new OverBudgetError(budget, period, endsAt);
  }

  private tell(count: Count): void {
    count.warn(100);
    this.alarms
      .reached(count.limit)
      .catch((error: unknown) => this.logger.warn(`a reached budget was not recorded: ${errorText(error)}`));
  }
}

function amountsOf({ inputTokens: input, price }: BudgetedCall, output: number): CallAmounts {
  return { input, output, cost: price ? highestCost(price, { input, output }) : 0 };
}

/** The most tokens of output that a count has room for. */
function roomFor({ inputTokens, price }: BudgetedCall, { limit, free }: Count): number {
  if (limit.unit === 'tokens') return free - inputTokens;
  return price ? affordableOutput(price, inputTokens, free) : -1;
}
