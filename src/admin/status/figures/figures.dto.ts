import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { ApiOptional } from '../../../access-control/index.js';
import { ApiField, ApiTime, isoTime } from '../../../common/index.js';
import {
  FIGURE_WINDOWS,
  type FigurePoint,
  type FigureWindow,
  percentileOf,
  type Sums,
  type WindowFigures,
} from '../../../operator/index.js';
import type { Json } from '../../http/json.js';

export class FiguresQueryDto {
  @ApiOptional('`1h` by minute, `24h` by hour, `30d` by day (UTC).', {
    enum: FIGURE_WINDOWS,
    enumName: 'FigureWindow',
    default: '24h',
  })
  @IsIn(FIGURE_WINDOWS)
  readonly window: FigureWindow = '24h';
}

const Count = (description: string) => ApiProperty({ type: 'integer', minimum: 0, description, example: 12 });

const Latency = (part: string) =>
  ApiProperty({
    type: 'integer',
    nullable: true,
    description: `The ${part} of the time from the acceptance of a message until the service accepted the first part of its answer, accurate to 4.4 %. Null without answers.`,
    example: 840,
  });

export class DroppedCountDto {
  @ApiProperty({ example: 'not-allowed' })
  readonly reason!: string;

  @Count('Messages.')
  readonly count!: number;
}

export class AgentTokensDto {
  @ApiProperty({ example: 'main' })
  readonly agent!: string;

  @Count('Request tokens, including cached tokens.')
  readonly input_tokens!: number;

  @Count('Answer tokens, including reasoning tokens.')
  readonly output_tokens!: number;
}

/** The totals of a period. */
export class FiguresTotalDto {
  @Count('Messages and other events that arrived.')
  readonly received!: number;

  @Count('Answers of the assistant that the service accepted, counted at the end of the turn.')
  readonly answered!: number;

  @Count('Messages whose turn failed, counted at their arrival, and answers that became dead letters.')
  readonly failed!: number;

  @ApiField('Dropped messages by reason, most frequent first.', { type: [DroppedCountDto] })
  readonly dropped!: readonly DroppedCountDto[];

  @Latency('median')
  readonly latency_p50_ms!: number | null;

  @Latency('95th percentile')
  readonly latency_p95_ms!: number | null;

  @ApiField('Tokens by agent, sorted by name.', { type: [AgentTokensDto] })
  readonly tokens!: readonly AgentTokensDto[];
}

export class FigurePointDto extends FiguresTotalDto {
  @ApiTime('Start of the period.')
  readonly from!: string;
}

export class FiguresDto {
  @ApiProperty({ enum: FIGURE_WINDOWS, enumName: 'FigureWindow' })
  readonly window!: FigureWindow;

  @ApiField('The length of a period.', { example: 3600 })
  readonly step_seconds!: number;

  @ApiField('The periods, oldest first, ending with the current one.', { type: [FigurePointDto] })
  readonly items!: readonly FigurePointDto[];

  @ApiField('The totals of the window.', { type: FiguresTotalDto })
  readonly total!: FiguresTotalDto;
}

export const toFiguresDto = ({ window, stepMs, points, total }: WindowFigures): Json<FiguresDto> => ({
  window,
  step_seconds: stepMs / 1_000,
  items: points.map(toPointDto),
  total: toTotalDto(total),
});

const toPointDto = ({ from, sums }: FigurePoint): Json<FigurePointDto> => ({
  from: isoTime(from),
  ...toTotalDto(sums),
});

const toTotalDto = ({
  received,
  answered,
  failed,
  dropped,
  latencies,
  tokens,
}: Sums): Json<FiguresTotalDto> => ({
  received,
  answered,
  failed,
  dropped: Object.entries(dropped)
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1)),
  latency_p50_ms: percentileOf(latencies, 0.5),
  latency_p95_ms: percentileOf(latencies, 0.95),
  tokens: Object.entries(tokens)
    .map(([agent, { input, output }]) => ({ agent, input_tokens: input, output_tokens: output }))
    .toSorted((one, other) => (one.agent < other.agent ? -1 : 1)),
});
