import { IsNumber, IsOptional, Max, Min } from 'class-validator';
import { Setting } from '../../describe/setting.decorator.js';

/** Finer differences are lost: a price counts to a millionth of the currency. */
const DEAREST = 100_000;

/** The prices of a model, for a million tokens of each kind, in `usage.currency`. */
export class ModelPriceConfig {
  @Setting({ doc: 'Price of a million tokens of input, in `usage.currency`.' })
  @IsNumber()
  @Min(0)
  @Max(DEAREST)
  readonly input!: number;

  @Setting({ doc: 'Price of a million tokens read from the cache of the vendor. Unset = `input`.' })
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(DEAREST)
  readonly cachedInput?: number;

  @Setting({ doc: 'Price of a million tokens written to the cache of the vendor. Unset = `input`.' })
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(DEAREST)
  readonly cacheWrite?: number;

  @Setting({ doc: 'Price of a million tokens of output, including reasoning.' })
  @IsNumber()
  @Min(0)
  @Max(DEAREST)
  readonly output!: number;
}
