import { Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse } from '@nestjs/swagger';
import { type Actor, ApiOptional, CurrentActor, type Grant, Grants } from '../../access-control/index.js';
import {
  ApiField,
  ApiTextOrNull,
  ApiTime,
  BODY_ERRORS,
  isoTime,
  JsonBody,
  PathId,
} from '../../common/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { ApiPage, Keyset, type Page } from '../http/paging.js';
import { SenderKeys } from './people/sender-keys.service.js';
import { IsNotEmpty, IsString } from 'class-validator';
import { OfSender } from '../http/account.dto.js';
import { ChannelPageQueryDto } from '../http/page-query.dto.js';
import { SenderDto } from './people/sender.dto.js';

const SOURCES = ['pairing', 'operator'] as const;

class GrantQueryDto extends ChannelPageQueryDto {
  @ApiOptional('Restricts the list to this account.')
  @IsString()
  @IsNotEmpty()
  readonly account?: string;

  @ApiOptional('Restricts the list to this sender, as in the `sender_id` of a grant.')
  @IsString()
  @IsNotEmpty()
  readonly sender_id?: string;
}

/** The sender to grant access to. */
class NewGrantDto extends SenderDto {}

/** Allows a sender to write direct messages to the assistant; never opens a group. */
class GrantDto extends OfSender({ id: 'grt_01j9zq4c5x8r2m6t0w3y7v1b4d' }) {
  @ApiTextOrNull("The sender's name at the time of the pairing.", { example: 'Robin' })
  readonly sender_name!: string | null;

  @ApiField('How the grant was created.', { enum: SOURCES, enumName: 'GrantSource' })
  readonly source!: (typeof SOURCES)[number];

  @ApiTime('Creation time.')
  readonly created_at!: string;

  @ApiField('The actor who created it.', { example: 'token:owner' })
  readonly created_by!: string;
}

function toGrantDto(grant: Grant): Json<GrantDto> {
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

const BY_ID = new Keyset<Grant>(/^grt_[0-9a-z]{26}$/, ({ id }) => id);

/** Grants: the single senders with access. */
@AdminController('grants')
export class GrantsController {
  constructor(
    private readonly grants: Grants,
    private readonly senders: SenderKeys,
  ) {}

  @Get()
  @Operation({ id: 'listGrants', summary: 'List grants', role: 'viewer' })
  @ApiPage(GrantDto)
  list(
    @Query() { channel, account, sender_id: senderId, ...page }: GrantQueryDto,
  ): Promise<Page<Json<GrantDto>>> {
    const fetch = (limit: number, after?: string) =>
      this.grants.list({ channel, account, senderId, after, limit });
    return BY_ID.page(page, ({ limit, key }) => fetch(limit, key), toGrantDto);
  }

  @Post()
  @Operation({
    id: 'createGrant',
    summary: 'Give a sender access',
    role: 'operator',
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT'],
    examples: { CONFLICT: ['This sender already has a grant.', 'sender_id already has a grant'] },
  })
  @ApiCreatedResponse({ type: GrantDto })
  async create(@CurrentActor() actor: Actor, @JsonBody() wanted: NewGrantDto): Promise<Json<GrantDto>> {
    return toGrantDto(await this.grants.create(actor, this.senders.keyOf(wanted)));
  }

  @Delete(':id')
  @HttpCode(204)
  @Operation({
    id: 'removeGrant',
    summary: 'Remove a grant',
    role: 'operator',
    description: "Takes effect with the sender's next message.",
    errors: ['NOT_FOUND'],
  })
  @ApiNoContentResponse({ description: 'Deleted.' })
  remove(@CurrentActor() actor: Actor, @PathId('id', 'The grant.') id: string): Promise<void> {
    return this.grants.remove(actor, id);
  }
}
