import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { ApiOptional } from '../../access-control/index.js';
import {
  ApiField,
  ApiTextOrNull,
  ApiTime,
  ApiTimeOrNull,
  isoTime,
  isoTimeOrNull,
} from '../../common/index.js';
import { PAIRING_STATUSES, type PairingRequest, type PairingStatus } from '../../pairing/index.js';
import { OfSender } from '../http/account.dto.js';
import type { Json } from '../http/json.js';
import { ChannelPageQueryDto } from '../http/page-query.dto.js';

export class PairingQueryDto extends ChannelPageQueryDto {
  @ApiOptional('Restricts the list to requests with this status.', { enum: PAIRING_STATUSES })
  @IsIn(PAIRING_STATUSES)
  readonly status?: PairingStatus;
}

/** The optional body of an approval. */
export class LetInDto {
  @ApiOptional('The user to link the sender to. Default: none. You can also link the sender later.', {
    example: 'usr_01j9zq4c5x8r2m6t0w3y7v1b4d',
  })
  @IsString()
  @IsNotEmpty()
  @MaxLength(64)
  readonly user_id?: string;
}

export class ApprovePairingDto extends LetInDto {
  @ApiProperty({ example: 'imbridge' })
  @IsString()
  @IsNotEmpty()
  @MaxLength(64)
  readonly channel!: string;

  @ApiField('The code that the sender received; case, spaces and hyphens are ignored.', {
    example: 'K7QX4MNP',
  })
  @IsString()
  @IsNotEmpty()
  @MaxLength(64)
  readonly code!: string;
}

/** An unknown sender's request for access. */
export class PairingDto extends OfSender({ id: 'pair_01j9zq4c5x8r2m6t0w3y7v1b4d' }) {
  @ApiTextOrNull('The name shown by the service. Senders choose it themselves, so do not trust it.', {
    example: 'Robin',
  })
  readonly sender_name!: string | null;

  @ApiProperty({ example: 'K7QX4MNP' })
  readonly code!: string;

  @ApiProperty({ enum: PAIRING_STATUSES, enumName: 'PairingStatus' })
  readonly status!: PairingStatus;

  @ApiTime('Time of the request.')
  readonly created_at!: string;

  @ApiTime('The deadline for approving or denying it.')
  readonly expires_at!: string;

  @ApiTextOrNull('The actor who approved or denied it; null while pending.', {
    example: 'token:owner',
  })
  readonly decided_by!: string | null;

  @ApiTimeOrNull('Time of the decision; null while pending.')
  readonly decided_at!: string | null;
}

export function toPairingDto(request: PairingRequest): Json<PairingDto> {
  return {
    id: request.id,
    channel: request.channel,
    account: request.account,
    sender_id: request.senderId,
    sender_name: request.senderName,
    code: request.code,
    status: request.status,
    created_at: isoTime(request.createdAt),
    expires_at: isoTime(request.expiresAt),
    decided_by: request.decision?.by ?? null,
    decided_at: isoTimeOrNull(request.decision?.at ?? null),
  };
}
