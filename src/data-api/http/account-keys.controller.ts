import { Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  AccountKeys,
  ApiKeyDto,
  ApiMadeOnce,
  CreatedApiKeyDto,
  CurrentKey,
  type KeyHolder,
  NewApiKeyDto,
  toApiKeyDto,
  toCreatedApiKeyDto,
  toWantedKey,
} from '../../access-control/index.js';
import { ApiTextOrNull, BODY_ERRORS, IdempotencyKey, JsonBody, PathId } from '../../common/index.js';
import { DataApiController, DataOperation, WRONG_ID } from './operation.decorator.js';

/** All keys of one user. */
@ApiSchema({ name: 'ApiKeyList' })
export class ApiKeyListDto {
  @ApiProperty({ type: ApiKeyDto, isArray: true, description: 'The keys, oldest first.' })
  readonly items!: readonly ApiKeyDto[];

  @ApiTextOrNull('Always null: the list is complete.', { example: null })
  readonly next_cursor!: null;
}

/** The account settings of the Data API: the keys of the user whose key calls (spec 1, Authentication 2). */
@DataApiController('account/keys', 'account')
export class AccountKeysController {
  constructor(private readonly keys: AccountKeys) {}

  @Get()
  @DataOperation({
    id: 'listAccountKeys',
    summary: 'List your API keys',
    answers: [{ status: 200, description: 'All keys.', type: ApiKeyListDto }],
  })
  async list(@CurrentKey() holder: KeyHolder): Promise<ApiKeyListDto> {
    return { items: (await this.keys.list(holder)).map(toApiKeyDto), next_cursor: null };
  }

  @Post()
  @DataOperation({
    id: 'createAccountKey',
    summary: 'Create another API key',
    description:
      'Omitted fields are copied from the calling key. The new key cannot have more scopes, higher limits or a later ' +
      'expiry than the calling key. At most five keys created this way can exist at a time. The key is shown only once.',
    answers: [{ status: 201, description: 'Created.', type: CreatedApiKeyDto }],
    errors: [...BODY_ERRORS, 'FORBIDDEN', 'CONFLICT', 'IDEMPOTENCY_MISMATCH'],
    examples: {
      INVALID_REQUEST: ['The request is not valid.', 'expires_at must be in the future'],
      FORBIDDEN: [
        'This API key may not do that.',
        'scopes must be among those of the calling key: users:read',
      ],
      CONFLICT: ['There are too many keys.', 'at most 5 made by yourself: revoke one'],
    },
  })
  @ApiMadeOnce()
  async create(
    @CurrentKey() holder: KeyHolder,
    @JsonBody() wanted: NewApiKeyDto = new NewApiKeyDto(),
    @IdempotencyKey() key?: string,
  ): Promise<CreatedApiKeyDto> {
    return toCreatedApiKeyDto(await this.keys.create(holder, toWantedKey(wanted), key));
  }

  @Delete(':id')
  @HttpCode(204)
  @DataOperation({
    id: 'revokeAccountKey',
    summary: 'Revoke one of your API keys',
    description:
      'The key stops working immediately. You can revoke the calling key itself, but not a key with a scope that the calling key lacks.',
    answers: [{ status: 204, description: 'Revoked.' }],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    examples: {
      ...WRONG_ID,
      FORBIDDEN: ['This API key may not do that.', 'the key has the scope data:process, the calling one not'],
      NOT_FOUND: ['No such key.', 'no key of this user has this id'],
    },
  })
  revoke(
    @CurrentKey() holder: KeyHolder,
    @PathId('id', 'Identifier of the key.', 'key_01j9zq4c5x8r2m6t0w3y7v1b4d') id: string,
  ): Promise<void> {
    return this.keys.revoke(holder, id);
  }
}
