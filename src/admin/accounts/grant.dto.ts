import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsNotEmpty, IsOptional, IsString } from 'class-validator';
import type { Grant } from '../../access-control/index.js';
import { OfSender } from '../http/account.dto.js';
import type { Json } from '../http/json.js';
import { ChannelPageQueryDto } from '../http/page-query.dto.js';
import { ApiTime, isoTime } from '../http/timestamp.js';
import { SenderDto } from './people/sender.dto.js';

const SOURCES = ['pairing', 'operator'] as const;

export class GrantQueryDto extends ChannelPageQueryDto {
  @ApiPropertyOptional({ description: 'Restricts the list to this account of ours.' })
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  readonly account?: string;

  @ApiPropertyOptional({ description: 'Restricts the list to this sender, as grants show them.' })
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  readonly sender_id?: string;
}

/** The sender to grant access to. */
export class NewGrantDto extends SenderDto {}

/** A sender who may write to the assistant in direct messages; never opens a group. */
export class GrantDto extends OfSender({ id: 'grt_01j9zq4c5x8r2m6t0w3y7v1b4d' }) {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The name at the time of the pairing.',
    example: 'Robin',
  })
  readonly sender_name!: string | null;

  @ApiProperty({ enum: SOURCES, enumName: 'GrantSource', description: 'The origin of the grant.' })
  readonly source!: (typeof SOURCES)[number];

  @ApiTime('Creation time.')
  readonly created_at!: string;

  @ApiProperty({ description: 'The actor who created it.', example: 'token:owner' })
  readonly created_by!: string;
}

export function toGrantDto(grant: Grant): Json<GrantDto> {
  return {
    id: grant.id,
    channel: grant.channel,
    account: grant.account,
    sender_id: grant.senderId,
    sender_name: grant.senderName,
    source: grant.source,
    created_at: isoTime(grant.createdAt),
    created_by: grant.createdBy,
  };
}
