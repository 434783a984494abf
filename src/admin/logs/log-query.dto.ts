import { IsIn, Length, Matches } from 'class-validator';
import { ApiOptional } from '../../access-control/index.js';
import { LOG_LEVELS, type LogLevel } from '../../config/index.js';
import { PageQueryDto } from '../http/page-query.dto.js';

const LEVELS = LOG_LEVELS.filter((level) => level !== 'silent');
const SINCE = /^(?:\d{1,6}[smhd]|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z)$/;
const EVENT_ID = /^evt_[0-9a-z]{26}$/;

/** The log lines to return. */
export class LogQueryDto extends PageQueryDto {
  @ApiOptional(
    'Only lines since this time: a duration before now (`90s`, `10m`, `2h`, `1d`) or a UTC time (`2026-11-25T20:30:00Z`). A stream starts with the kept lines since then.',
  )
  @Matches(SINCE, {
    message: '$property must be a duration such as 10m, or a time such as 2026-11-25T20:30:00Z',
  })
  readonly since?: string;

  @ApiOptional('The minimum level.', { enum: LEVELS })
  @IsIn(LEVELS)
  readonly level?: LogLevel;

  @ApiOptional('Only lines with this `event_id`.')
  @Matches(EVENT_ID, {
    message: '$property must be the id of an event, such as evt_01j9zq4c5x8r2m6t0w3y7v1b4d',
  })
  readonly event?: string;

  @ApiOptional('Only lines about this conversation, by its `id` or `conversation_id`.')
  @Length(1, 1_000)
  readonly conversation?: string;
}
