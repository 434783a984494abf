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

/** An extra amount on top of a budget's limits. */
export class NewAllowanceDto {
  @ApiField(
    'Who or what the allowance is for, as in the counts of the budget: a sender (`channel:sender id` or a user id), an agent, a conversation or a key. Empty for the gateway.',
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

  @ApiTime('Expiry time.')
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

  @ApiTime('Expiry time.')
  readonly until!: string;

  @ApiTime('Creation time.')
  readonly created_at!: string;

  @ApiField('The actor who created it.', { example: 'token:owner' })
  readonly created_by!: string;
}

/** A limit for one subject in the current day or month. Money is a string with six decimal places. */
export class BudgetCountDto {
  @ApiField('Who or what the limit applies to; empty for the gateway.', { example: 'imbridge:+12025550143' })
  readonly subject!: string;

  @ApiField('The day or month.', { example: '2026-11' })
  readonly period!: string;

  @ApiProperty({ enum: UNITS, enumName: 'BudgetUnit' })
  readonly unit!: (typeof UNITS)[number];

  @ApiField('The limit, including allowances.', { example: '40.000000' })
  readonly most!: string;

  @ApiField('The amount used, including reservations for running calls.', { example: '12.250000' })
  readonly used!: string;

  @ApiField('The amount used by completed calls.', { example: '12.204500' })
  readonly spent!: string;

  @ApiTime('Start of the next period.')
  readonly ends_at!: string;
}

export class BudgetDto {
  @ApiProperty({ example: 'house' })
  readonly name!: string;

  @ApiProperty({ enum: BUDGET_SUBJECTS, enumName: 'BudgetSubject' })
  readonly per!: BudgetSubject;

  @ApiField('The used fraction of the most used limit; 0 = unused.', { type: Number, example: 0.31 })
  readonly used_ratio!: number;

  @ApiField('The counts, most used first, at most 200. Empty for viewers if they show people.', {
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
