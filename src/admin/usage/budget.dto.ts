import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsInt, IsNumber, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { ApiField, ApiTime, isoTime } from '../../common/index.js';
import { ApiOptional, IsTime } from '../../access-control/index.js';
import { BUDGET_SUBJECTS, type BudgetSubject } from '../../config/index.js';
import type { Allowance, BudgetView, PresentCount, WantedAllowance } from '../../usage/index.js';
import type { Json } from '../http/json.js';
import { money } from './usage.dto.js';

const MICRO = 1_000_000;
const UNITS = ['cost', 'tokens'] as const;

/** Something on top of the limits of a budget. */
export class NewAllowanceDto {
  @ApiField(
    'Whom it is for, as the counts of the budget name them: a sender (`channel:sender id`, or the id of a user), an agent, a conversation, a key. Empty for the gateway.',
    { example: 'imbridge:+12025550143' },
  )
  @IsString()
  @MaxLength(1_000)
  readonly subject!: string;

  @ApiOptional('In `usage.currency`.', { example: 5, type: 'number' })
  @IsNumber()
  @Min(0)
  @Max(1_000_000_000)
  readonly cost?: number;

  @ApiPropertyOptional({ type: 'integer', example: 100_000 })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(1_000_000_000_000)
  readonly tokens?: number;

  @ApiTime('Until when it holds.')
  @IsTime()
  readonly until!: string;
}

export class AllowanceDto {
  @ApiProperty({ example: 'alw_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly id!: string;

  @ApiProperty({ example: 'imbridge:+12025550143' })
  readonly subject!: string;

  @ApiField('In `usage.currency`.', { example: '5.000000' })
  readonly cost!: string;

  @ApiProperty({ type: 'integer', example: 0 })
  readonly tokens!: number;

  @ApiTime('Until when it holds.')
  readonly until!: string;

  @ApiTime('Creation time.')
  readonly created_at!: string;

  @ApiField('The actor who created it.', { example: 'token:owner' })
  readonly created_by!: string;
}

/** A limit, for one subject in the present day or month. Money is a text with six digits behind the point. */
export class BudgetCountDto {
  @ApiField('Empty for the gateway.', { example: 'imbridge:+12025550143' })
  readonly subject!: string;

  @ApiField('The day or month.', { example: '2026-11' })
  readonly period!: string;

  @ApiProperty({ enum: UNITS, enumName: 'BudgetUnit' })
  readonly unit!: (typeof UNITS)[number];

  @ApiField('The limit, with allowances.', { example: '40.000000' })
  readonly most!: string;

  @ApiField('Including reservations of running calls.', { example: '12.250000' })
  readonly used!: string;

  @ApiField('By calls that have ended.', { example: '12.204500' })
  readonly spent!: string;

  @ApiTime('When the next period begins.')
  readonly ends_at!: string;
}

export class BudgetDto {
  @ApiProperty({ example: 'house' })
  readonly name!: string;

  @ApiProperty({ enum: BUDGET_SUBJECTS, enumName: 'BudgetSubject' })
  readonly per!: BudgetSubject;

  @ApiField('The part of the limit that is used most, from 0.', { type: Number, example: 0.31 })
  readonly used_ratio!: number;

  @ApiField('Those used most first, at most 200. Empty for viewers where they are about people.', {
    type: [BudgetCountDto],
  })
  readonly counts!: readonly BudgetCountDto[];

  @ApiField('Current allowances. Empty for viewers.', { type: [AllowanceDto] })
  readonly allowances!: readonly AllowanceDto[];
}

export class BudgetListDto {
  @ApiProperty({ type: [BudgetDto] })
  readonly items!: readonly BudgetDto[];
}

export const toWantedAllowance = ({
  subject,
  cost = 0,
  tokens = 0,
  until,
}: NewAllowanceDto): WantedAllowance => ({
  subject,
  cost: Math.round(cost * MICRO),
  tokens,
  until: Date.parse(until),
});

export const toAllowanceDto = (each: Allowance): Json<AllowanceDto> => ({
  id: each.id,
  subject: each.subject,
  cost: money(each.cost),
  tokens: each.tokens,
  until: isoTime(each.until),
  created_at: isoTime(each.createdAt),
  created_by: each.createdBy,
});

/** @param showsPeople whether the reader may see who used how much */
export function toBudgetDto(
  { budget, counts, allowances }: BudgetView,
  showsPeople: boolean,
): Json<BudgetDto> {
  const isOfPeople = budget.per !== 'gateway' && budget.per !== 'agent';
  const ratios = counts.map(({ used, most }) => (most === 0 ? 1 : used / most));
  return {
    name: budget.name,
    per: budget.per,
    used_ratio: Math.max(0, ...ratios),
    counts: isOfPeople && !showsPeople ? [] : counts.map(toCountDto),
    allowances: showsPeople ? allowances.map(toAllowanceDto) : [],
  };
}

function toCountDto({ subject, period, unit, ...count }: PresentCount): Json<BudgetCountDto> {
  const text = unit === 'cost' ? money : String;
  const amounts = { most: text(count.most), used: text(count.used), spent: text(count.spent) };
  return { subject, period, unit, ...amounts, ends_at: isoTime(count.ends_at) };
}
