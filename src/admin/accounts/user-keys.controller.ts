import { Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse } from '@nestjs/swagger';
import {
  type Actor,
  type ApiKey,
  ApiKeyDto,
  ApiKeys,
  ApiMadeOnce,
  CreatedApiKeyDto,
  CurrentActor,
  NewApiKeyDto,
  toApiKeyDto,
  toCreatedApiKeyDto,
  toWantedKey,
} from '../../access-control/index.js';
import { BODY_ERRORS, IdempotencyKey, JsonBody, PathId } from '../../common/index.js';
import { PageQueryDto } from '../http/page-query.dto.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { ApiPage, Keyset, type Page } from '../http/paging.js';

const BY_ID = new Keyset<ApiKey>(/^key_[0-9a-z]{26}$/, ({ id }) => id);

/** API keys of users. */
@AdminController('users/:id/keys', 'keys')
export class UserKeysController {
  constructor(private readonly keys: ApiKeys) {}

  @Get()
  @Operation({
    id: 'listUserKeys',
    summary: "List a user's API keys",
    role: 'viewer',
    description: 'Includes expired ones until they are revoked.',
    errors: ['NOT_FOUND'],
  })
  @ApiPage(ApiKeyDto)
  list(@PathId('id', 'The user.') id: string, @Query() page: PageQueryDto): Promise<Page<ApiKeyDto>> {
    const fetch = (limit: number, after?: string) => this.keys.list(id, { limit, ...(after && { after }) });
    return BY_ID.page(page, ({ limit, key }) => fetch(limit, key), toApiKeyDto);
  }

  @Post()
  @Operation({
    id: 'createUserKey',
    summary: 'Create an API key for a user',
    role: 'operator',
    description: "The key is shown only once. Defaults: both scopes, no expiry, the gateway's limits.",
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT'],
    examples: { CONFLICT: ['The user is disabled.', 'id names a disabled user'] },
  })
  @ApiMadeOnce()
  @ApiCreatedResponse({ type: CreatedApiKeyDto })
  async create(
    @CurrentActor() actor: Actor,
    @PathId('id', 'The user.') id: string,
    @JsonBody() wanted: NewApiKeyDto = new NewApiKeyDto(),
    @IdempotencyKey() key?: string,
  ): Promise<CreatedApiKeyDto> {
    return toCreatedApiKeyDto(await this.keys.create(actor, id, toWantedKey(wanted), key));
  }

  @Delete(':key_id')
  @HttpCode(204)
  @Operation({
    id: 'revokeUserKey',
    summary: 'Revoke an API key',
    role: 'operator',
    description: 'The key is refused at once, on every replica, and so are the keys that were made with it.',
    errors: ['NOT_FOUND'],
  })
  @ApiNoContentResponse({ description: 'Revoked.' })
  revoke(
    @CurrentActor() actor: Actor,
    @PathId('id', 'The user.') id: string,
    @PathId('key_id', 'The key.') keyId: string,
  ): Promise<void> {
    return this.keys.revoke(actor, id, keyId);
  }
}
