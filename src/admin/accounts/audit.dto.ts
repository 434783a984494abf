import { ApiProperty } from '@nestjs/swagger';
import type { AuditLog } from '../../access-control/index.js';
import type { Json } from '../http/json.js';
import { ApiTime, isoTime } from '../http/timestamp.js';

export type AuditRow = Awaited<ReturnType<AuditLog['list']>>[number];

/** Something an actor did. */
export class AuditEntryDto {
  @ApiProperty({ example: '42' })
  readonly id!: string;

  @ApiTime('Time of the action.')
  readonly at!: string;

  @ApiProperty({ example: 'token:owner' })
  readonly actor!: string;

  @ApiProperty({ example: 'pairing.approved' })
  readonly action!: string;

  @ApiProperty({
    description: 'The id of the thing it was done to.',
    example: 'pair_01j9zq4c5x8r2m6t0w3y7v1b4d',
  })
  readonly subject!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Contains no secrets and no message text.',
    example: { channel: 'imbridge' },
  })
  readonly details!: Readonly<Record<string, string>>;
}

export function toAuditEntryDto({ seq, at, actor, action, subject, details }: AuditRow): Json<AuditEntryDto> {
  return { id: String(seq), at: isoTime(at), actor, action, subject, details };
}
