import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import {
  ApiField,
  ApiFieldOrNull,
  ApiTextOrNull,
  ApiTime,
  ApiTimeOrNull,
  isoTime,
  isoTimeOrNull,
} from '../../common/index.js';
import { ApiOptional, type AuditRecord, IsName, IsTime } from '../../access-control/index.js';
import { type Hold, HOLD_ACTIONS, type Release } from '../../conversations/index.js';
import type { Json } from '../http/json.js';

const BOOLEANS = ['true', 'false'] as const;
const MOST_NOTE = 500;

/** A person has taken the conversation over from the assistant. */
export class HoldDto {
  @ApiTime('Its beginning.')
  readonly since!: string;

  @ApiTimeOrNull('The time at which it expires; null = until released.')
  readonly until!: string | null;

  @ApiField(
    'The actor who began it or changed it last; `account-owner` for the owner who wrote with the account itself.',
    { example: 'token:owner' },
  )
  readonly by!: string;

  @ApiTextOrNull('For operators.', { example: 'refund, see 4711' })
  readonly note!: string | null;
}

/** Body of a request to hold a conversation. */
export class HoldTermsDto {
  @ApiPropertyOptional({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2027-01-31T09:30:00.000Z',
    description:
      'The time at which it ends by itself, in the future. Default, and null: when somebody ends it.',
  })
  @IsOptional()
  @IsTime()
  readonly until?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MOST_NOTE,
    example: 'refund, see 4711',
    description: 'For operators; the assistant does not get it. Default: none.',
  })
  @IsOptional()
  @IsName(MOST_NOTE)
  readonly note?: string | null;
}

/** Query of a request to end a hold. */
export class ReleaseQueryDto {
  @ApiOptional('Whether the assistant answers the last message that it would have answered.', {
    enum: BOOLEANS,
  })
  @IsIn(BOOLEANS)
  readonly answer?: (typeof BOOLEANS)[number];
}

/** The end of a hold. */
export class ReleaseDto {
  @ApiFieldOrNull(HoldDto, 'The ended hold; null when the conversation was not held.')
  readonly hold!: HoldDto | null;

  @ApiTextOrNull('The event of the message that is answered now; null when none is.', {
    example: 'evt_01j9zq4c5x8r2m6t0w3y7v1b4d',
  })
  readonly answers!: string | null;
}

export const toHoldDto = ({ since, until, by, note }: Hold): Json<HoldDto> => ({
  since: isoTime(since),
  until: isoTimeOrNull(until),
  by,
  note,
});

/** A line of the event stream: someone has held a conversation, changed its hold, or handed it back. */
export function toHoldEventDto({ action, actor, subject, details, at }: AuditRecord) {
  const { channel, account, conversation_id, since, until, answers } = details;
  const isHeld = action === HOLD_ACTIONS.held;
  const place = { conversation: subject, channel, account, conversation_id };
  const times = { since, until: until ?? null, answers: answers ?? null };
  return { ...place, held: isHeld, by: actor, ...times, at: isoTime(at) };
}

export const toReleaseDto = ({ hold, answers }: Release): Json<ReleaseDto> => ({
  hold: hold ? toHoldDto(hold) : null,
  answers: answers ?? null,
});
