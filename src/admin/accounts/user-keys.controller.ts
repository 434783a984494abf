import { Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiProperty, ApiSchema } from '@nestjs/swagger';
import {
  type Actor,
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
import {
  ApiField,
  ApiTimeOrNull,
  BODY_ERRORS,
  IdempotencyKey,
  isoTimeOrNull,
  JsonBody,
  PathId,
} from '../../common/index.js';
import { KeyLimits, type KeyWithUsage, type WindowUsage } from '../../data-api/index.js';
import { PageQueryDto } from '../http/page-query.dto.js';
import { AdminController, Operation } from '../http/operation.decorator.js';
import { ApiPage, Keyset, type Page } from '../http/paging.js';

@ApiSchema({ name: 'ApiKeyWindow' })
class WindowUsageDto {
  @ApiProperty({
    type: 'integer',
    example: 42,
    description:
      'Requests in the current window, including those of the keys that this key created or was created with. ' +
      'Rejected requests count, so the number may exceed the limit.',
  })
  readonly used!: number;

  @ApiProperty({
    type: 'integer',
    example: 100,
    description: 'The limit of the key, or else of the gateway.',
  })
  readonly limit!: number;

  @ApiTimeOrNull('The end of the window; null until a request opens the next one.')
  readonly resets_at!: string | null;
}

@ApiSchema({ name: 'ApiKeyUsage' })
class KeyUsageDto {
  @ApiProperty({ type: WindowUsageDto })
  readonly minute!: WindowUsageDto;

  @ApiProperty({ type: WindowUsageDto })
  readonly hour!: WindowUsageDto;

  @ApiProperty({ type: WindowUsageDto })
  readonly day!: WindowUsageDto;
}

/** An API key as operators see it, with what it has used of its limits. */
@ApiSchema({ name: 'ListedApiKey' })
class ListedApiKeyDto extends ApiKeyDto {
  @ApiField('The counts used for rate limiting, the same on every replica.', { type: KeyUsageDto })
  readonly usage!: KeyUsageDto;
}

function toListedApiKeyDto({ key, usage: { minute, hour, day } }: KeyWithUsage): ListedApiKeyDto {
  const usage = { minute: toWindow(minute), hour: toWindow(hour), day: toWindow(day) };
  return Object.assign(toApiKeyDto(key), { usage });
}

const toWindow = ({ used, limit, resetsAt }: WindowUsage): WindowUsageDto => ({
  used,
  limit,
  resets_at: isoTimeOrNull(resetsAt),
});

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
    description: 'Shows usage and limits per key. Includes expired keys until they are revoked.',
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
    description: 'The key, and all keys created with it, stop working immediately on every replica.',
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
