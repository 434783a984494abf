import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsNotEmpty, IsString } from 'class-validator';
import { ApiField, ApiFieldOrNull, ApiTime, isoTime } from '../../common/index.js';
import { ApiOptional, type AuditLog, IsTime } from '../../access-control/index.js';
import type { Json } from '../http/json.js';
import { PageQueryDto } from '../http/page-query.dto.js';

export type AuditRow = Awaited<ReturnType<AuditLog['list']>>[number];

/** Paging and filters for the audit log. */
export class AuditQueryDto extends PageQueryDto {
  @ApiOptional('Only actions by this actor, such as `token:owner`.')
  @IsString()
  @IsNotEmpty()
  readonly actor?: string;

  @ApiOptional('Only this action, such as `pairing.approved`.')
  @IsString()
  @IsNotEmpty()
  readonly action?: string;

  @ApiOptional('Only actions on the object with this id or name.')
  @IsString()
  @IsNotEmpty()
  readonly subject?: string;

  @ApiOptional('Only actions at or after this time.', { type: 'string', format: 'date-time' })
  @IsTime()
  readonly since?: string;

  @ApiOptional('Only actions before this time.', { type: 'string', format: 'date-time' })
  @IsTime()
  readonly until?: string;
}

const ApiValues = (description: string) =>
  ApiProperty({ type: 'object', additionalProperties: true, description, example: { status: 'active' } });

/** The changed values by name: settings by their path, others by their name in the API. */
@ApiSchema({ name: 'AuditChange' })
class AuditChangeDto {
  @ApiValues('The values before the action; empty if the object was created. A missing name had no value.')
  readonly before!: Readonly<Record<string, unknown>>;

  @ApiValues('The values after the action; empty if the object was deleted. A missing name has no value.')
  readonly after!: Readonly<Record<string, unknown>>;
}

/** An action by an actor. */
export class AuditEntryDto {
  @ApiProperty({ example: '42' })
  readonly id!: string;

  @ApiTime('Time of the action.')
  readonly at!: string;

  @ApiProperty({ example: 'token:owner' })
  readonly actor!: string;

  @ApiProperty({ example: 'pairing.approved' })
  readonly action!: string;

  @ApiField('The id of the affected object.', { example: 'pair_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly subject!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Contains no secrets and no message text.',
    example: { channel: 'imbridge' },
  })
  readonly details!: Readonly<Record<string, string>>;

  @ApiFieldOrNull(
    AuditChangeDto,
    'The changed values. Secrets are masked, message texts are omitted, and long values are truncated. Null if the ' +
      'action changed no values or was recorded by an older release.',
  )
  readonly change!: AuditChangeDto | null;
}

export function toAuditEntryDto({ seq, at, ...entry }: AuditRow): Json<AuditEntryDto> {
  const { actor, action, subject, details, change } = entry;
  return { id: String(seq), at: isoTime(at), actor, action, subject, details, change };
}

export const toAuditFilter = ({ actor, action, subject, since, until }: AuditQueryDto) => ({
  actor,
  action,
  subject,
  since: since === undefined ? since : Date.parse(since),
  until: until === undefined ? until : Date.parse(until),
});
