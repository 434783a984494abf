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

/** A conversation that a person has taken over from the assistant. */
export class HoldDto {
  @ApiTime('Start time.')
  readonly since!: string;

  @ApiTimeOrNull('Expiry time; null = until released.')
  readonly until!: string | null;

  @ApiField(
    'The actor who started the hold or last changed it; `account-owner` if the owner wrote from the account itself.',
    { example: 'token:owner' },
  )
  readonly by!: string;

  @ApiTextOrNull('A note for operators.', { example: 'refund, see 4711' })
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
      'When the hold ends automatically; must be in the future. Null (default): when an operator releases it.',
  })
  @IsOptional()
  @IsTime()
  readonly until?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MOST_NOTE,
    example: 'refund, see 4711',
    description: 'A note for operators; not shown to the assistant. Default: none.',
  })
  @IsOptional()
  @IsName(MOST_NOTE)
  readonly note?: string | null;
}

/** Query for ending a hold. */
export class ReleaseQueryDto {
  @ApiOptional('Whether the assistant answers the last message that it did not answer because of the hold.', {
    enum: BOOLEANS,
  })
  @IsIn(BOOLEANS)
  readonly answer?: (typeof BOOLEANS)[number];
}

/** The result of ending a hold. */
export class ReleaseDto {
  @ApiFieldOrNull(HoldDto, 'The ended hold; null if the conversation was not held.')
  readonly hold!: HoldDto | null;

  @ApiTextOrNull('The event of the message that the assistant now answers; null if none.', {
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
