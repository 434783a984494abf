import { Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse } from '@nestjs/swagger';
import { type Actor, CurrentActor, type Grant, Grants } from '../../access-control/index.js';
import { BODY_ERRORS, JsonBody, PathId } from '../../common/index.js';
import type { Json } from '../http/json.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { ApiPage, Keyset, type Page } from '../http/paging.js';
import { GrantDto, GrantQueryDto, NewGrantDto, toGrantDto } from './grant.dto.js';
import { SenderKeys } from './people/sender-keys.service.js';

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
    summary: 'Let a sender in',
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
