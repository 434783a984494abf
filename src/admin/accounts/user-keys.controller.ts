import { Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse } from '@nestjs/swagger';
import {
  type Actor,
  ApiKeys,
  ApiMadeOnce,
  CreatedApiKeyDto,
  CurrentActor,
  NewApiKeyDto,
  toCreatedApiKeyDto,
  toWantedKey,
} from '../../access-control/index.js';
import { BODY_ERRORS, IdempotencyKey, JsonBody, PathId } from '../../common/index.js';
import { KeyLimits, type KeyWithUsage } from '../../data-api/index.js';
import { ListedApiKeyDto, toListedApiKeyDto } from './key-usage.dto.js';
import { PageQueryDto } from '../http/page-query.dto.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { ApiPage, Keyset, type Page } from '../http/paging.js';

const BY_ID = new Keyset<KeyWithUsage>(/^key_[0-9a-z]{26}$/, ({ key }) => key.id);

/** API keys of users. */
@AdminController('users/:id/keys', 'keys')
export class UserKeysController {
  constructor(
    private readonly keys: ApiKeys,
    private readonly limits: KeyLimits,
  ) {}

  @Get()
  @Operation({
    id: 'listUserKeys',
    summary: "List a user's API keys",
    role: 'viewer',
    description: 'Each with what it has used of its limits. Includes expired ones until they are revoked.',
    errors: ['NOT_FOUND'],
  })
  @ApiPage(ListedApiKeyDto)
  list(@PathId('id', 'The user.') id: string, @Query() page: PageQueryDto): Promise<Page<ListedApiKeyDto>> {
    const fetch = async (limit: number, after?: string) =>
      this.limits.withUsage(await this.keys.list(id, { limit, ...(after && { after }) }));
    return BY_ID.page(page, ({ limit, key }) => fetch(limit, key), toListedApiKeyDto);
  }

  @Post()
  @Operation({
    id: 'createUserKey',
    summary: 'Create an API key for a user',
    role: 'operator',
    description: "The key is shown only once. Defaults: both scopes, no expiry, the gateway's limits.",
    errors: [...BODY_ERRORS, 'NOT_FOUND', 'CONFLICT', 'IDEMPOTENCY_MISMATCH'],
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
