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
  @ApiOptional('`1h` by minute, `24h` by hour, `30d` by day (of UTC).', {
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
    description: `The time from the acceptance of a message until the service took the first part of its answer, which ${part} of the answers did not exceed; exact to 4.4 %. Null without an answer.`,
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

  @Count('Tokens of requests, with those of the cache.')
  readonly input_tokens!: number;

  @Count('Tokens of answers, with those of the reasoning.')
  readonly output_tokens!: number;
}

/** The sums of a time. */
export class FiguresTotalDto {
  @Count('Messages and other events that arrived.')
  readonly received!: number;

  @Count('Answers of the assistant that the service took, by the end of the turn.')
  readonly answered!: number;

  @Count('Messages whose turn failed, by their arrival, and answers that became dead letters.')
  readonly failed!: number;

  @ApiField('Messages that were dropped, most frequent first.', { type: [DroppedCountDto] })
  readonly dropped!: readonly DroppedCountDto[];

  @Latency('half')
  readonly latency_p50_ms!: number | null;

  @Latency('95 %')
  readonly latency_p95_ms!: number | null;

  @ApiField('By agent, in the order of their names.', { type: [AgentTokensDto] })
  readonly tokens!: readonly AgentTokensDto[];
}

export class FigurePointDto extends FiguresTotalDto {
  @ApiTime('The beginning of the period.')
  readonly from!: string;
}

export class FiguresDto {
  @ApiProperty({ enum: FIGURE_WINDOWS, enumName: 'FigureWindow' })
  readonly window!: FigureWindow;

  @ApiField('The length of a period.', { example: 3600 })
  readonly step_seconds!: number;

  @ApiField('Each period, the oldest first; the last is the present one.', { type: [FigurePointDto] })
  readonly items!: readonly FigurePointDto[];

  @ApiField('The whole window.', { type: FiguresTotalDto })
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
