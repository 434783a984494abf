import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import {
  type AgentSettings,
  type CallEnd,
  type MeteredCall,
  ModelMeter,
  type ModelUsage,
  type PlannedCall,
  RuntimeFailure,
  UNUSED,
  type UsageMeter,
} from '../assistant/index.js';
import { Clock, errorText, newId } from '../common/index.js';
import { Limits } from './budgets/limits.service.js';
import { type Reservation, Reservations } from './budgets/reservations.service.js';
import { type Dimensions, dimensionsOf } from './ledger/dimensions.js';
import { Ledger } from './ledger/ledger.service.js';
import { costOf, highestCost, type Price, toPrice } from './prices/cost.js';
import { UsageMetrics } from './usage-metrics.js';
import { GatehouseConfig, USAGE } from '../config/index.js';
import { priceFor, type PriceTable, readPriceFile } from './prices/price-file.js';

/** Knows what models cost: from the agent's own settings, or from the file of prices. */
@Injectable()
export class Prices {
  private readonly logger = new Logger('Usage');
  private table: PriceTable = new Map();
  private prices = new Map<string, Price | undefined>();

  constructor(private readonly config: GatehouseConfig) {
    this.read();
    config.onChange(() => this.read());
  }

  /** The price of the model that this runtime asks; undefined when no one has said it. */
  of({ type, model = '', price }: AgentSettings['runtime']): Price | undefined {
    if (price) return toPrice(price);
    const key = `${type}/${model}`;
    if (!this.prices.has(key)) this.prices.set(key, this.fromFile(type, model));
    return this.prices.get(key);
  }

  private fromFile(type: string, model: string): Price | undefined {
    const found = priceFor(this.table, type, model);
    return found && toPrice(found);
  }

  /** Reads the file again with each change of the configuration; one that has become unreadable changes nothing. */
  private read(): void {
    const { pricesFile } = this.config.get(USAGE);
    this.prices = new Map();
    try {
      this.table = pricesFile === undefined ? new Map() : readPriceFile(pricesFile);
    } catch (error) {
      this.logger.error(`usage.pricesFile ${errorText(error)}: the previous prices stay in effect`);
    }
  }
}

/** A call whose end is awaited. */
interface OpenCall {
  readonly planned: PlannedCall;
  readonly dimensions: Dimensions;
  readonly price: Price | undefined;
  /** Absent where no budget applies. */
  readonly reservation?: Reservation;
}

/** Reserves what a model call may use before it is made, and writes what it used to the ledger. */
@Injectable()
export class BudgetedMeter implements UsageMeter {
  constructor(
    private readonly limits: Limits,
    private readonly reservations: Reservations,
    private readonly ledger: Ledger,
    private readonly prices: Prices,
    private readonly clock: Clock,
  ) {}

  async reserve(call: PlannedCall, signal: AbortSignal): Promise<MeteredCall> {
    const { input } = call;
    const price = this.prices.of(input.agent.runtime);
    const dimensions = dimensionsOf(input, this.limits.periods().day.name);
    const reservation = this.limits.areSet
      ? await this.withinBudgets(call, { dimensions, price }, signal)
      : undefined;
    const { maxOutputTokens } = reservation ?? call;
    const open = { planned: call, dimensions, price, ...(reservation && { reservation }) };
    const isCapped = reservation !== undefined;
    return { maxOutputTokens, isCapped, settle: (end) => this.settle(open, end) };
  }

  private async withinBudgets(
    { input, inputTokens, maxOutputTokens }: PlannedCall,
    { dimensions, price }: Pick<OpenCall, 'dimensions' | 'price'>,
    signal: AbortSignal,
  ): Promise<Reservation | undefined> {
    const limits = this.limits.limitsFor(await this.limits.payerOf(input));
    if (limits.length === 0) return undefined;
    const inMoney = limits.find(({ unit }) => unit === 'cost');
    // Only a model that someone chose in a chat: those of the configuration were checked at the start.
    if (inMoney && !price)
      throw new RuntimeFailure(`the model has no price, but "${inMoney.budget}" limits the cost`, false, {
        code: 'no-price',
      });
    const { timeoutMs } = input.agent.runtime;
    const tokens = { inputTokens: inputTokens(), maxOutputTokens };
    return this.reservations.reserve({ limits, dimensions, price, ...tokens, timeoutMs }, signal);
  }

  private settle(
    { planned, dimensions, price, reservation }: OpenCall,
    { usage, isEstimate }: CallEnd,
  ): void {
    const used = usage ?? estimateOf(planned, reservation);
    const cost = costOfUsage(price, used, usage !== undefined);
    reservation?.settle({ input: used.inputTokens, output: used.outputTokens, cost });
    const at = this.clock.now();
    const row = {
      ...dimensions,
      id: newId('use', at),
      at,
      calls: 1,
      unpriced_calls: price ? 0 : 1,
      cost,
      input: used.inputTokens,
      cached: used.cachedTokens,
      cache_write: used.cacheWriteTokens,
      output: used.outputTokens,
      reasoning: used.reasoningTokens,
      is_estimate: usage && isEstimate !== true ? 0 : 1,
    };
    this.ledger.add(planned.input.turnId, row, () => reservation?.written());
  }
}

/** Puts the meter before all model calls, and counts them as metrics. */
@Injectable()
export class MeterStart implements OnModuleInit {
  constructor(
    private readonly models: ModelMeter,
    private readonly meter: BudgetedMeter,
    private readonly metrics: UsageMetrics,
  ) {}

  onModuleInit(): void {
    this.models.use(this.metrics.measuring(this.meter));
  }
}

/** All that the call may have used: without a report that counts. */
const estimateOf = (
  { inputTokens, maxOutputTokens }: PlannedCall,
  reservation: Reservation | undefined,
): ModelUsage => ({
  ...UNUSED,
  inputTokens: inputTokens(),
  outputTokens: reservation?.maxOutputTokens ?? maxOutputTokens,
});

/** Without a report, the highest cost counts: it is what was reserved. */
function costOfUsage(price: Price | undefined, usage: ModelUsage, isReported: boolean): number {
  if (!price) return 0;
  const { inputTokens: input, outputTokens: output } = usage;
  return isReported ? costOf(price, usage) : highestCost(price, { input, output });
}
