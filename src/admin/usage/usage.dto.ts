import { ApiProperty } from '@nestjs/swagger';
import { IsIn, Matches } from 'class-validator';
import { ApiOptional } from '../../access-control/index.js';
import { ApiField } from '../../common/index.js';
import { USAGE_GROUPS, type UsageGroup, type UsageLine, type UsageReport } from '../../usage/index.js';
import type { Json } from '../http/json.js';

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const MICRO = 1_000_000n;

/** Money with six decimal places, as a string, so that no float ever holds it. @param micro millionths */
export function money(micro: number): string {
  const amount = BigInt(micro);
  const rest = (amount < 0n ? -amount : amount) % MICRO;
  return `${amount < 0n && amount / MICRO === 0n ? '-' : ''}${amount / MICRO}.${String(rest).padStart(6, '0')}`;
}

export class UsageQueryDto {
  @ApiOptional('The first day, such as `2026-11-01`. Default: the first of this month.')
  @Matches(DAY, { message: '$property must be a day such as 2026-11-01' })
  readonly from?: string;

  @ApiOptional('The last day. Default: today in `usage.timeZone`.')
  @Matches(DAY, { message: '$property must be a day such as 2026-11-30' })
  readonly to?: string;

  @ApiOptional('How to group the usage. `sender`, `conversation` and `key` need the role `operator`.', {
    enum: USAGE_GROUPS,
    enumName: 'UsageGroup',
    default: 'day',
  })
  @IsIn(USAGE_GROUPS)
  readonly by: UsageGroup = 'day';
}

const Count = (description: string) => ApiProperty({ type: 'integer', description, example: 12 });

/** The calls of one day, agent or other group. */
export class UsageLineDto {
  @ApiField('The day, agent, model, sender, conversation or key; empty if none applies.')
  readonly name!: string;

  @Count('Model calls, including failed ones.')
  readonly calls!: number;

  @Count('Calls with estimated tokens, because the model reported none.')
  readonly estimated_calls!: number;

  @Count('Calls to models without a price; their cost counts as 0.')
  readonly unpriced_calls!: number;

  @Count('Request tokens, including cached tokens.')
  readonly input_tokens!: number;

  @Count('Request tokens read from the cache.')
  readonly cached_tokens!: number;

  @Count('Request tokens written to the cache.')
  readonly cache_write_tokens!: number;

  @Count('Answer tokens, including reasoning tokens.')
  readonly output_tokens!: number;

  @Count('Answer tokens spent on reasoning.')
  readonly reasoning_tokens!: number;

  @ApiField('In the currency of the report.', { example: '1.204500' })
  readonly cost!: string;
}

export class UsageReportDto {
  @ApiProperty({ example: '2026-11-01' })
  readonly from!: string;

  @ApiProperty({ example: '2026-11-30' })
  readonly to!: string;

  @ApiProperty({ enum: USAGE_GROUPS, enumName: 'UsageGroup' })
  readonly by!: UsageGroup;

  @ApiField('`usage.currency`.', { example: 'EUR' })
  readonly currency!: string;

  @ApiProperty({ type: [UsageLineDto] })
  readonly items!: readonly UsageLineDto[];
}

export const toUsageReportDto = ({ lines, ...report }: UsageReport): Json<UsageReportDto> => ({
  ...report,
  items: lines.map(toLineDto),
});

const toLineDto = (line: UsageLine): Json<UsageLineDto> => ({
  name: line.name,
  calls: line.calls,
  estimated_calls: line.estimated_calls,
  unpriced_calls: line.unpriced_calls,
  input_tokens: line.input,
  cached_tokens: line.cached,
  cache_write_tokens: line.cache_write,
  output_tokens: line.output,
  reasoning_tokens: line.reasoning,
  cost: money(line.cost),
});
