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
import { IdempotencyKey, JsonBody, PathId } from '../../common/index.js';
import { DataApiController, DataOperation, WRONG_ID } from './operation.decorator.js';

/** The keys of one user, all of them. */
@ApiSchema({ name: 'ApiKeyList' })
export class ApiKeyListDto {
  @ApiProperty({ type: ApiKeyDto, isArray: true, description: 'In the order of their making.' })
  readonly items!: readonly ApiKeyDto[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Always null: the list is whole.',
    example: null,
  })
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
    answers: [{ status: 200, description: 'All of them.', type: ApiKeyListDto }],
  })
  async list(@CurrentKey() holder: KeyHolder): Promise<ApiKeyListDto> {
    return { items: (await this.keys.list(holder)).map(toApiKeyDto), next_cursor: null };
  }

  @Post()
  @DataOperation({
    id: 'createAccountKey',
    summary: 'Make another API key',
    description:
      'What is left out is as the calling key has it. No more scopes, no higher limits, no later end than the ' +
      'calling key has. At most five keys made in this way at a time. The key is shown this once.',
    answers: [{ status: 201, description: 'Made.', type: CreatedApiKeyDto }],
    errors: ['FORBIDDEN', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
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
    description: 'Also the calling one; none with a scope that the calling one has not. Refused at once.',
    answers: [{ status: 204, description: 'Gone.' }],
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    examples: {
      ...WRONG_ID,
      FORBIDDEN: ['This API key may not do that.', 'the key has the scope data:process, the calling one not'],
      NOT_FOUND: ['No such key.', 'id names no key of this user'],
    },
  })
  revoke(
    @CurrentKey() holder: KeyHolder,
    @PathId('id', 'Identifier of the key.', 'key_01j9zq4c5x8r2m6t0w3y7v1b4d') id: string,
  ): Promise<void> {
    return this.keys.revoke(holder, id);
  }
}
