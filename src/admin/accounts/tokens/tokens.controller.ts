import { Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse } from '@nestjs/swagger';
import {
  type Actor,
  type AdminToken,
  AdminTokens,
  ApiMadeOnce,
  CurrentActor,
} from '../../../access-control/index.js';
import { BODY_ERRORS, IdempotencyKey, JsonBody, PathId } from '../../../common/index.js';
import type { Json } from '../../http/json.js';
import { AdminController, Operation } from '../../http/operation.decorator.js';
import { PageQueryDto } from '../../http/page-query.dto.js';
import { ApiPage, Keyset, type Page } from '../../http/paging.js';
import {
  AdminTokenDto,
  CreatedAdminTokenDto,
  NewAdminTokenDto,
  toAdminTokenDto,
  toCreatedAdminTokenDto,
  toWantedToken,
} from './token.dto.js';

const BY_ID = new Keyset<AdminToken>(/^tok_[0-9a-z]{26}$/, ({ id }) => id);

/** The tokens of operators, one for each operator. */
@AdminController('tokens')
export class TokensController {
  constructor(private readonly tokens: AdminTokens) {}

  @Get()
  @Operation({
    id: 'listTokens',
    summary: 'List admin tokens',
    role: 'owner',
    description: 'Includes expired ones until they are revoked. The first owner token is not listed.',
  })
  @ApiPage(AdminTokenDto)
  list(@Query() page: PageQueryDto): Promise<Page<Json<AdminTokenDto>>> {
    return BY_ID.page(page, ({ limit, key: after }) => this.tokens.list({ limit, after }), toAdminTokenDto);
  }

  @Post()
  @Operation({
    id: 'createToken',
    summary: 'Create an admin token',
    role: 'owner',
    description:
      'The token is shown only once. It cannot have more rights or a later expiry than the calling token.',
    errors: [...BODY_ERRORS, 'CONFLICT', 'IDEMPOTENCY_MISMATCH'],
  })
  @ApiMadeOnce()
  @ApiCreatedResponse({ type: CreatedAdminTokenDto })
  async create(
    @CurrentActor() actor: Actor,
    @JsonBody() wanted: NewAdminTokenDto,
    @IdempotencyKey() key: string | undefined,
  ): Promise<Json<CreatedAdminTokenDto>> {
    return toCreatedAdminTokenDto(await this.tokens.create(actor, toWantedToken(wanted), key));
  }

  @Delete(':id')
  @HttpCode(204)
  @Operation({
    id: 'revokeToken',
    summary: 'Revoke an admin token',
    role: 'owner',
    description: 'The token, and all tokens created with it, stop working immediately on every replica.',
    errors: ['NOT_FOUND'],
  })
  @ApiNoContentResponse({ description: 'Revoked.' })
  revoke(@CurrentActor() actor: Actor, @PathId('id', 'The token.') id: string): Promise<void> {
    return this.tokens.revoke(actor, id);
  }
}
