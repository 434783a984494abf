import { IsNotEmpty, IsString } from 'class-validator';
import { ApiOptional } from '../../access-control/index.js';
import { ApiField, ApiTextOrNull, ApiTime, isoTime } from '../../common/index.js';
import type { Grant } from '../../access-control/index.js';
import { OfSender } from '../http/account.dto.js';
import type { Json } from '../http/json.js';
import { ChannelPageQueryDto } from '../http/page-query.dto.js';
import { SenderDto } from './people/sender.dto.js';

const SOURCES = ['pairing', 'operator'] as const;

export class GrantQueryDto extends ChannelPageQueryDto {
  @ApiOptional('Restricts the list to this account of ours.')
  @IsString()
  @IsNotEmpty()
  readonly account?: string;

  @ApiOptional('Restricts the list to this sender, as grants show them.')
  @IsString()
  @IsNotEmpty()
  readonly sender_id?: string;
}

/** The sender to grant access to. */
export class NewGrantDto extends SenderDto {}

/** A sender who may write to the assistant in direct messages; never opens a group. */
export class GrantDto extends OfSender({ id: 'grt_01j9zq4c5x8r2m6t0w3y7v1b4d' }) {
  @ApiTextOrNull('The name at the time of the pairing.', { example: 'Robin' })
  readonly sender_name!: string | null;

  @ApiField('The origin of the grant.', { enum: SOURCES, enumName: 'GrantSource' })
  readonly source!: (typeof SOURCES)[number];

  @ApiTime('Creation time.')
  readonly created_at!: string;

  @ApiField('The actor who created it.', { example: 'token:owner' })
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
