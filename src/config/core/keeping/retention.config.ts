import { IsInt, Max, Min } from 'class-validator';
import { section } from '../../describe/section.js';
import { Setting } from '../../describe/setting.decorator.js';

const LONGEST_DAYS = 36_500;

/** Ours, not the specifications': how many days finished records and old files are kept. */
export class RetentionConfig {
  @Setting({
    doc: 'Days a processed inbound event is remembered, so that a repeat is recognized. Bridges repeat events that are up to a week old.',
  })
  @IsInt()
  @Min(7)
  @Max(LONGEST_DAYS)
  readonly eventsDays: number = 30;

  @Setting({ doc: 'Days messages are kept in the transcript. 0 = keep forever.' })
  @IsInt()
  @Min(0)
  @Max(LONGEST_DAYS)
  readonly transcriptsDays: number = 365;

  @Setting({
    doc: 'Days message files are kept, at most as long as the transcript. 0 = as long as the transcript.',
  })
  @IsInt()
  @Min(0)
  @Max(LONGEST_DAYS)
  readonly mediaDays: number = 30;

  @Setting({ doc: 'Days a sent message and its attempts are kept.' })
  @IsInt()
  @Min(7)
  @Max(LONGEST_DAYS)
  readonly deliveriesDays: number = 30;

  @Setting({
    doc: 'Days a dead delivery and its attempts are kept, so that it can be retried. 0 = keep forever.',
  })
  @IsInt()
  @Min(0)
  @Max(LONGEST_DAYS)
  readonly deadDeliveriesDays: number = 90;

  @Setting({ doc: 'Days a poll and its votes are kept after its creation or last vote. 0 = keep forever.' })
  @IsInt()
  @Min(0)
  @Max(LONGEST_DAYS)
  readonly pollsDays: number = 90;

  @Setting({ doc: 'Days a dead job is kept. 0 = keep forever.' })
  @IsInt()
  @Min(0)
  @Max(LONGEST_DAYS)
  readonly deadJobsDays: number = 90;

  @Setting({ doc: 'Days the audit log is kept. 0 = keep forever.' })
  @IsInt()
  @Min(0)
  @Max(LONGEST_DAYS)
  readonly auditDays: number = 365;

  @Setting({
    doc: 'Days an approved or expired pairing request is kept. A denial is kept forever. 0 = keep all forever.',
  })
  @IsInt()
  @Min(0)
  @Max(LONGEST_DAYS)
  readonly pairingDays: number = 90;

  @Setting({
    doc: 'Days the result of a data-processing request is kept and can be read by its id. The input is deleted as soon as it is processed.',
  })
  @IsInt()
  @Min(1)
  @Max(LONGEST_DAYS)
  readonly dataRequestsDays: number = 1;

  @Setting({ doc: 'Days the totals of model usage and the counts of budgets are kept. 0 = keep forever.' })
  @IsInt()
  @Min(0)
  @Max(LONGEST_DAYS)
  readonly usageDays: number = 730;
}

export const RETENTION = section('retention', RetentionConfig);
