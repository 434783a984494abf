import { IsIn, IsInt, IsNumber, IsPositive, Max, Min } from 'class-validator';
import { section } from '../section.js';
import { Setting } from '../setting.decorator.js';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ['auto', 'json', 'pretty'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Ours, not the specifications'. */
export class LoggingConfig {
  @Setting({ doc: 'The least severe level that is logged.' })
  @IsIn(LOG_LEVELS)
  readonly level: LogLevel = 'info';

  @Setting({
    doc: '`json` is one object a line, `pretty` lines to read; `auto` is `pretty` on a terminal.',
    restart: true,
  })
  @IsIn(LOG_FORMATS)
  readonly format: LogFormat = 'auto';
}

/** Ours, not the specifications': when an outgoing message is given up as a dead letter, whichever comes first. */
export class DeliveryConfig {
  @Setting({ doc: 'Attempts to send one message before it becomes a dead letter.' })
  @IsInt()
  @Min(1)
  @Max(100)
  readonly maxAttempts: number = 8;

  @Setting({ doc: 'Age at which an unsent message becomes a dead letter, in hours.' })
  @IsInt()
  @Min(1)
  @Max(720)
  readonly maxAgeHours: number = 24;

  @Setting({ doc: 'Largest file that is sent, MB.' })
  @IsNumber()
  @IsPositive()
  @Max(64)
  readonly mediaMaxMb: number = 8;
}

export const LOGGING = section('logging', LoggingConfig);
export const DELIVERY = section('delivery', DeliveryConfig);
