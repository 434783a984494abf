import { IsIn, IsInt, IsNumber, IsPositive, Max, Min } from 'class-validator';
import { section } from '../describe/section.js';
import { Setting } from '../describe/setting.decorator.js';
import { AreAbsolutePaths } from '../describe/validators.js';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ['auto', 'json', 'pretty'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** The context of one line for each answer: for the reader of a terminal; in a log of JSON it is at debug level. */
export const ANSWERS = 'Answers';

/** Not in the specifications. */
export class LoggingConfig {
  @Setting({ doc: 'The lowest level that is logged.' })
  @IsIn(LOG_LEVELS)
  readonly level: LogLevel = 'info';

  @Setting({
    doc: '`json` = one JSON object per line, `pretty` = readable lines, `auto` = `pretty` on a terminal and `json` elsewhere.',
    restart: true,
  })
  @IsIn(LOG_FORMATS)
  readonly format: LogFormat = 'auto';

  @Setting({
    doc: 'Number of log lines kept in memory for `gatehouse logs`, at most 10 MB in total. 0 = none.',
  })
  @IsInt()
  @Min(0)
  @Max(100_000)
  readonly keepLines: number = 10_000;
}

/**
 * Ours, not the specifications': the limits after which an outgoing message becomes a dead letter, whichever comes
 * first.
 */
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

  @Setting({
    doc: 'Maximum size of an outbound file, in MB. A file sent as base64 is held in memory and limited to 64 MB.',
  })
  @IsNumber()
  @IsPositive()
  @Max(2048)
  readonly mediaMaxMb: number = 8;

  /** The largest file that a call may contain as base64, in MB: it is held in memory several times over. */
  get base64MaxMb(): number {
    return Math.min(this.mediaMaxMb, 64);
  }
}

/** Ours, not the specifications': the files of messages (ADR 0037). `retention` sets how long they are kept. */
export class MediaConfig {
  @Setting({
    doc: 'Maximum size of all stored files, in MB. When it is reached, the oldest are deleted: first unreferenced files, then those of old messages.',
  })
  @IsInt()
  @Min(16)
  readonly maxTotalMb: number = 2048;

  @Setting({
    doc: 'Maximum number of images (and files, if the runtime accepts them) sent to a model with one question, newest first. 0 = none.',
  })
  @IsInt()
  @Min(0)
  @Max(100)
  readonly promptImages: number = 10;

  @Setting({ doc: 'Maximum total size of images and files sent to a model with one question, in MB.' })
  @IsNumber()
  @IsPositive()
  @Max(256)
  readonly promptMaxMb: number = 20;

  @Setting({
    doc: 'Absolute paths of folders on this machine whose files operators may send by path. Empty = none. Set in the file or the environment only.',
    type: 'string[]',
    isHostOnly: true,
  })
  @AreAbsolutePaths()
  readonly allowedFolders: readonly string[] = [];
}

export const LOGGING = section('logging', LoggingConfig);
export const DELIVERY = section('delivery', DeliveryConfig);
export const MEDIA = section('media', MediaConfig);
