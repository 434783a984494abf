import { IsIn, IsInt, Max, Min } from 'class-validator';
import { section } from '../describe/section.js';
import { Nested, Setting } from '../describe/setting.decorator.js';

/** The number of requests each API key may make in fixed windows; refused ones count too. */
export class DataApiLimitsConfig {
  @Setting({ doc: 'Requests per minute and API key.' })
  @IsInt()
  @Min(1)
  readonly perMinute: number = 100;

  @Setting({ doc: 'Requests per hour and API key.' })
  @IsInt()
  @Min(1)
  readonly perHour: number = 5_000;

  @Setting({ doc: 'Requests per day and API key.' })
  @IsInt()
  @Min(1)
  readonly perDay: number = 100_000;
}

export const DATA_PROCESSORS = ['profile', 'agent'] as const;
export type DataProcessor = (typeof DATA_PROCESSORS)[number];

const MEBIBYTE = 1_048_576;
const LARGEST_INPUT_BYTES = 16 * MEBIBYTE;

/** The REST API under `/v1`. */
export class DataApiConfig {
  @Setting({
    doc: 'Reject plain HTTP for `/v1` and for signing in to the console, unless the client is on this machine and connects directly.',
  })
  readonly requireHttps: boolean = true;

  @Nested(() => DataApiLimitsConfig)
  readonly limits: DataApiLimitsConfig = new DataApiLimitsConfig();

  @Setting({
    doc: 'The processor of `/v1/data/process`: `profile` reports the structure, `agent` asks the default agent.',
  })
  @IsIn(DATA_PROCESSORS)
  readonly processor: DataProcessor = 'profile';

  @Setting({
    doc: 'Maximum length of `input_data` of `/v1/data/process`, in bytes of UTF-8. Processing takes memory in proportion.',
    restart: true,
  })
  @IsInt()
  @Min(1_024)
  @Max(LARGEST_INPUT_BYTES)
  readonly maxInputBytes: number = MEBIBYTE;

  @Setting({ doc: 'Maximum number of pending asynchronous requests per user.' })
  @IsInt()
  @Min(1)
  @Max(10_000)
  readonly maxWaiting: number = 100;
}

export const DATA_API = section('dataApi', DataApiConfig);
