import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsNotEmpty, IsOptional, IsString } from 'class-validator';
import type { Grant } from '../../access-control/index.js';
import type { Json } from '../http/json.js';
import { PageQueryDto } from '../http/page-query.dto.js';
import { ApiTime, isoTime } from '../http/timestamp.js';
import { SenderDto } from './sender.dto.js';

const SOURCES = ['pairing', 'operator'] as const;

export class GrantQueryDto extends PageQueryDto {
  @ApiPropertyOptional({ description: 'Restricts the list to this channel.', example: 'imbridge' })
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  readonly channel?: string;
}

/** The sender to let in. */
export class NewGrantDto extends SenderDto {}

/** A sender who may write to the assistant in direct messages; never opens a group. */
export class GrantDto {
  @ApiProperty({ example: 'grt_01j9zq4c5x8r2m6t0w3y7v1b4d' })
  readonly id!: string;

  @ApiProperty({ example: 'imbridge' })
  readonly channel!: string;

  @ApiProperty({ description: 'Our account on the channel.', example: 'default' })
  readonly account!: string;

  @ApiProperty({ description: "The id in the channel's own form.", example: '+12025550143' })
  readonly sender_id!: string;

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
