import { Injectable, Logger } from '@nestjs/common';
import type { AgentSettings } from '../../assistant/index.js';
import { errorText } from '../../common/index.js';
import { GatehouseConfig, USAGE } from '../../config/index.js';
import { type Price, toPrice } from './cost.js';
import { priceFor, type PriceTable, readPriceFile } from './price-file.js';

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

  /** The price of the model that this runtime asks; undefined when nobody has said it. */
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

  /** Reads the file anew with each change of the configuration; one that has become unreadable changes nothing. */
  private read(): void {
    const { pricesFile } = this.config.get(USAGE);
    this.prices = new Map();
    try {
      this.table = pricesFile === undefined ? new Map() : readPriceFile(pricesFile);
    } catch (error) {
      this.logger.error(`usage.pricesFile ${errorText(error)}: the prices before are kept`);
    }
  }
}
